package dev.terra.core.balance;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Deals pieces of work to the members of a group, a few at a time; all pieces are known from the beginning. Each member has as much work as
 * it serves in {@link #AHEAD_SECONDS}, so that it never waits for more, and the pieces that are not dealt yet can still go to any member. A
 * {@link BalancePolicy} chooses among the members that have room and would complete a piece before all work is complete. A member's rate is
 * the rate at which it has served its work. A member that ran out of work may be faster than its measured rate.
 *
 * <p>Before its rate is known, a member gets a part of the work that it would have if all members were alike. A member that is slower than
 * the mean by less than {@link #FIRST_PARTS} times does not finish last with this part. Earlier work shows how members compare. By it, no
 * member counts as slower than the mean by more than {@link #FIRST_PARTS} times, since a member without work could not show its rate, and
 * none as faster than the mean, since it may not serve at its earlier rate again. Where the policy does worse than a hash would, the hash
 * deals the rest. This class is pure: the caller, who owns it, supplies the time, the members' work and random bits.
 */
public final class DealtWork {
  /**
   * The bytes of work that a member may have before its rate is known; the bound is higher if there is much work. It is less than a
   * second's work of a member that has a processor core.
   */
  public static final long FIRST_AHEAD_BYTES = 32L << 20;
  private static final int FIRST_PARTS = 5;
  /**
   * The least bytes of work that a member may have when its rate is known: a few chunks for each of some paths. With less, the slowest
   * member would wait.
   */
  private static final long LEAST_AHEAD_BYTES = 4L << 20;
  /**
   * The time for which a member has work. Members report their work every 200 ms, and the next pieces take some round trips to reach them.
   */
  private static final double AHEAD_SECONDS = 1.5;
  private static final double FIRST_BYTES_PER_SECOND = FIRST_AHEAD_BYTES / AHEAD_SECONDS;
  private static final double BEAT_SECONDS = 0.5;
  private static final long BEAT_NANOS = 500_000_000;
  /** The shortest time over which a rate is measured. Over less time, one chunk more or less would change the rate. */
  private static final long SHORTEST_NANOS = 100_000_000;
  /** The time without progress after which a member counts as slower. With many bundles, members report each bundle every second. */
  private static final long SILENCE_NANOS = 1_200_000_000;
  /** The most silences that count. All members are silent while the schedule gives their work no rate. */
  private static final long MOST_SILENCES = 6;
  private static final double NEWEST_SHARE = 0.5;
  /**
   * The factor by which the rate of a member grows each time that it ran out of work. Such a member can serve more than its measured rate,
   * and these steps find out how much.
   */
  private static final double GROWTH = 1.25;
  /**
   * The most that growth multiplies the highest measured rate by. A machine that had other work may have become free, but growth alone does
   * not prove any higher rate.
   */
  private static final double MOST_GROWTH = 5;
  /** The highest rate of a member that is believed, whatever the member reports. It is more than a link carries. */
  private static final double MOST_BYTES_PER_SECOND = 1e12;
  /** The factor by which the rates of equal members differ from one second to another. */
  private static final double LIKE_PART = 1.5;

  private final Map<Integer, Account> accounts = new TreeMap<>();
  private final HashedLoads hashed = new HashedLoads();
  private final Map<Integer, Double> given = new HashMap<>();
  private final Learned learnedBefore;
  private BalancePolicy policy;
  private GroupLoads before = new GroupLoads(0, ImmutableDoubleArray.of(0), ImmutableDoubleArray.of(1), BEAT_SECONDS);
  private List<Integer> membersBefore = List.of();
  private long nowNanos;
  private @Nullable Long beatNanos;
  private boolean byHash;

  /**
   * A member of the group.
   *
   * @param number the number that identifies the member
   * @param leftBytes the bytes of its work that it has not done
   * @param doneBytes the bytes that it has done since the work began
   */
  public record Member(int number, long leftBytes, long doneBytes) {}

  /**
   * The knowledge with which the next work between the same members begins.
   *
   * @param policy the policy in its latest state
   * @param bytesPerSecond the rates of the members that have served work, by the member's number
   */
  public record Learned(BalancePolicy policy, ImmutableMap<Integer, Double> bytesPerSecond) {
    /** Returns the knowledge when nothing is known of any member. */
    public static Learned nothing(BalancePolicy policy) {
      return new Learned(policy, ImmutableMap.of());
    }
  }

  /**
   * The work of a member. Its rate is measured from one report to another, since it is not known what the member has done between reports.
   * A silent member keeps its measured rate, and counts as slower only as long as it is silent.
   */
  private static final class Account {
    /** The rate of the member in bytes/s, 1 to {@link #MOST_BYTES_PER_SECOND}; null until it is known. */
    private @Nullable Double rate;
    private long leftBytes;
    private long doneBytes;
    private long toldNanos;
    /** The rate that is assumed before the member's rate is known, as a part of the mean of all: 1 / {@link #FIRST_PARTS} to 1. */
    private final double part;
    /** The most bytes of work that the member may have before its rate is known. */
    private final double firstBytes;
    private double mostServed;
    private boolean busy;
    private boolean fresh;
    private long markBytes;
    private long markNanos;

    Account(double part, double firstBytes) {
      this.part = part;
      this.firstBytes = firstBytes;
    }

    void see(Member now, long nowNanos) {
      boolean anew = now.doneBytes < doneBytes;
      if (now.doneBytes != doneBytes) {
        doneBytes = now.doneBytes;
        toldNanos = nowNanos;
      }
      leftBytes = now.leftBytes;
      if (leftBytes > 0) { // this work may come from another controller, or from a time when it was away
        begin(nowNanos);
      }
      if (anew || (fresh && toldNanos > markNanos && leftBytes > 0)) {
        fresh = false;
        mark(toldNanos); // until this report, the work was on its way
      }
      if (busy) {
        measure(nowNanos);
      }
    }

    private void measure(long nowNanos) {
      long nanos = toldNanos - markNanos;
      busy = leftBytes > 0;
      boolean isShort = nanos < SHORTEST_NANOS;
      if (busy ? isShort || nowNanos - markNanos < BEAT_NANOS : nanos <= 0 || (isShort && rate == null)) {
        return;
      }
      double served = isShort ? 0 : (doneBytes - markBytes) * 1e9 / nanos;
      mostServed = Math.max(mostServed, (doneBytes - markBytes) * 1e9 / Math.max(nanos, SHORTEST_NANOS));
      double before = rate == null ? served : rate;
      double next = busy ? NEWEST_SHARE * served + (1 - NEWEST_SHARE) * before
          : Math.min(GROWTH * Math.max(served, before), MOST_GROWTH * mostServed);
      rate = Math.max(1, Math.min(next, MOST_BYTES_PER_SECOND));
      mark(toldNanos);
    }

    private void mark(long nanos) {
      markBytes = doneBytes;
      markNanos = nanos;
    }

    private void begin(long nowNanos) {
      if (!busy) {
        busy = true;
        fresh = true;
        mark(nowNanos);
      }
    }

    void take(long bytes, long nowNanos) {
      begin(nowNanos);
      leftBytes += bytes;
    }

    /** Returns the factor by which the member may be slower than its rate: 2 for each silence. */
    double slowness(long nowNanos) {
      long silentNanos = busy ? nowNanos - Math.max(toldNanos, markNanos) : 0;
      return Math.pow(2, (double) Math.min(MOST_SILENCES, Math.floorDiv(silentNanos, SILENCE_NANOS)));
    }
  }

  /** Creates work of which nothing is dealt. */
  public DealtWork(Learned before) {
    this.policy = before.policy;
    this.learnedBefore = before;
  }

  /**
   * Updates the members to their latest reports. It has to be called before pieces are dealt.
   *
   * @param members at least one
   * @param undealtBytes the bytes of all pieces that are not dealt
   */
  public void look(List<Member> members, long undealtBytes, long nowNanos) {
    boolean beats = beatNanos == null || nowNanos - beatNanos >= BEAT_NANOS;
    if (beats && beatNanos != null) { // the members of the last look only: a new one was not without work
      List<Integer> there = List.copyOf(accounts.keySet());
      byHash |= hashed.note(there, loads(there, there.get(0)), undealtBytes, nowNanos - beatNanos);
    }
    accounts.keySet().retainAll(members.stream().map(Member::number).toList());
    members.forEach(member -> accounts.computeIfAbsent(member.number, this::begun).see(member, nowNanos));
    this.nowNanos = nowNanos;
    if (beats) {
      beat();
      beatNanos = nowNanos;
    }
  }

  private Account account(int number) {
    return accounts.computeIfAbsent(number, this::begun);
  }

  /**
   * Returns the account of a member that is new to this work. Its assumed rate is how the member compared in earlier work. A member that
   * was near the mean counts as equal to it, since other work may have kept members busy.
   */
  private Account begun(int number) {
    Double before = learnedBefore.bytesPerSecond.get(number);
    if (before == null) {
      return new Account(1, Double.MAX_VALUE);
    }
    double mean = mean(learnedBefore.bytesPerSecond.values().stream());
    double part = before * LIKE_PART > mean ? 1 : before / mean;
    return new Account(Math.max(part, 1.0 / FIRST_PARTS), aheadBytes(part * mean));
  }

  private static double aheadBytes(double bytesPerSecond) {
    return Math.max(LEAST_AHEAD_BYTES, AHEAD_SECONDS * bytesPerSecond);
  }

  private static double mean(Stream<Double> rates) {
    return rates.mapToDouble(Double::doubleValue).average().orElse(FIRST_BYTES_PER_SECOND);
  }

  private void beat() {
    List<Integer> members = List.copyOf(accounts.keySet());
    GroupLoads now = loads(members, members.get(0));
    if (members.equals(membersBefore) && !given.isEmpty()) {
      double[] counts = members.stream().mapToDouble(member -> given.getOrDefault(member, 0.0)).toArray();
      ImmutableDoubleArray none = ImmutableDoubleArray.copyOf(new double[counts.length]);
      policy = policy.after(new BalancePolicy.Beat(before, now, ImmutableDoubleArray.copyOf(counts), none, 0));
    }
    given.clear();
    before = now;
    membersBefore = members;
  }

  private GroupLoads loads(List<Integer> members, int self) {
    return new GroupLoads(Math.max(0, members.indexOf(self)),
        ImmutableDoubleArray.copyOf(members.stream().mapToDouble(member -> account(member).leftBytes)),
        ImmutableDoubleArray.copyOf(members.stream().mapToDouble(this::bytesPerSecond)), BEAT_SECONDS);
  }

  /**
   * Deals a piece.
   *
   * @param bytes the bytes of the piece
   * @param waitingBytes the bytes of all pieces that are not dealt, this one included
   * @param hash the number of the member to which a hash gives the piece
   * @param draw a number with 64 random bits
   * @return the number of the member that gets the piece; empty if the piece waits until a member has room
   */
  public OptionalInt next(long bytes, long waitingBytes, int hash, long draw) {
    OptionalInt member = byHash && accounts.containsKey(hash) ? OptionalInt.of(hash) : chosen(bytes, waitingBytes, hash, draw);
    member.ifPresent(number -> {
      account(number).take(bytes, nowNanos);
      given.merge(number, 1.0, Double::sum);
      hashed.dealt(hash, bytes);
    });
    return member;
  }

  private OptionalInt chosen(long bytes, long waitingBytes, int hash, long draw) {
    double left = waitingBytes + accounts.values().stream().mapToDouble(account -> account.leftBytes).sum();
    double allDoneSeconds = left / accounts.keySet().stream().mapToDouble(this::bytesPerSecond).sum();
    double firstBytes = Math.max(FIRST_AHEAD_BYTES, left / accounts.size() / FIRST_PARTS);
    List<Integer> roomy = accounts.keySet().stream().filter(number -> hasRoom(number, firstBytes)).toList();
    List<Integer> able = roomy.stream().filter(number -> doneAfterSeconds(number, bytes) <= allDoneSeconds).toList();
    if (able.isEmpty()) {
      // any member but the one that is done first would finish last of all
      int first = Collections.min(accounts.keySet(), Comparator.comparingDouble(number -> doneAfterSeconds(number, bytes)));
      return roomy.contains(first) ? OptionalInt.of(first) : OptionalInt.empty();
    }
    return OptionalInt.of(able.get(policy.target(loads(able, hash), draw)));
  }

  private boolean hasRoom(int number, double firstBytes) {
    Account account = account(number);
    return account.leftBytes < (account.rate == null ? Math.min(firstBytes, account.firstBytes) : aheadBytes(account.rate));
  }

  private double doneAfterSeconds(int number, long bytes) {
    return (account(number).leftBytes + bytes) / bytesPerSecond(number);
  }

  /** Returns what has been learned so far. */
  public Learned learned() {
    Map<Integer, Double> rates = new TreeMap<>(learnedBefore.bytesPerSecond);
    accounts.forEach((number, account) -> {
      if (account.rate != null) { // growth is a guess, and the guesses of many works would add up
        rates.put(number, Math.min(account.rate, GROWTH * account.mostServed));
      }
    });
    return new Learned(policy, ImmutableMap.copyOf(rates));
  }

  /** Returns whether the hash deals the rest because the policy did worse. */
  public boolean isByHash() {
    return byHash;
  }

  /** Returns for how many seconds each member works on what it has, at its present rate, by the member's number. */
  public ImmutableMap<Integer, Double> leftSeconds() {
    return accounts.keySet().stream().collect(ImmutableMap.toImmutableMap(number -> number, number -> doneAfterSeconds(number, 0)));
  }

  /**
   * Returns the rate of a member in bytes/s. If it is not known, it is the member's assumed part of the mean of all known rates. It is
   * lower while the member is silent.
   */
  public double bytesPerSecond(int member) {
    Account account = account(member);
    double rate = account.rate != null ? account.rate
        : account.part * mean(accounts.values().stream().flatMap(other -> Stream.ofNullable(other.rate)));
    return Math.max(1, rate / account.slowness(nowNanos));
  }
}
