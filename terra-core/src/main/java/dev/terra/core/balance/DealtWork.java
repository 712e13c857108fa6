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
 * Deals pieces of work that are all known to members of a group, a few at a time: each has what it serves in {@link #AHEAD_SECONDS}, so
 * that it never waits for more, and what is not dealt yet can still go to any. Of the members that have room and would be done with a
 * piece before all work is, a {@link BalancePolicy} chooses. Rates are those at which members have served what they were given, and a
 * member that had nothing left may be faster than that. Before its rate is known, a member has a part of what it would have if all were
 * alike: one that is slower than the mean by less than {@link #FIRST_PARTS} times is not the last with it. Of other work it is known how
 * members compare, in which none counts as slower than that, since one without work could not show what it serves, and none as faster than
 * the mean: what it served then, it may not serve now. Where the policy does worse than the hash would, the hash deals the rest.
 *
 * <p>Pure: time, what members have and random bits come from the caller, who owns it.
 */
public final class DealtWork {
  /** What a member has before its rate is known, or more where there is much: less than a second's work of one that has a core. */
  public static final long FIRST_AHEAD_BYTES = 32L << 20;
  private static final int FIRST_PARTS = 5;
  /** A few chunks for each of some paths: with less, the slowest member would wait. */
  private static final long LEAST_AHEAD_BYTES = 4L << 20;
  /** Members tell of their work every 200 ms, and the next pieces are on their way for some round trips. */
  private static final double AHEAD_SECONDS = 1.5;
  private static final double FIRST_BYTES_PER_SECOND = FIRST_AHEAD_BYTES / AHEAD_SECONDS;
  private static final double BEAT_SECONDS = 0.5;
  private static final long BEAT_NANOS = 500_000_000;
  /** In less time, one chunk more or less would be another rate. */
  private static final long SHORTEST_NANOS = 100_000_000;
  /** With many bundles, members tell of each every second. */
  private static final long SILENCE_NANOS = 1_200_000_000;
  /** So many silences count: all members are silent while the schedule gives their work no rate. */
  private static final long MOST_SILENCES = 6;
  private static final double NEWEST_SHARE = 0.5;
  /** A member that had nothing left serves more than it was seen to serve: by how much is found out in steps. */
  private static final double GROWTH = 1.25;
  /** Some steps: a machine that had other work may have become free, but no number of steps says that it serves any rate. */
  private static final double MOST_GROWTH = 5;
  /** More than a link carries: a member that reports what it likes is taken for no faster. */
  private static final double MOST_BYTES_PER_SECOND = 1e12;
  /** Rates of equal members differ by so much from one second to another. */
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
   * @param number by which it is called
   * @param leftBytes of its work that it has not done
   * @param doneBytes that it has done since the work began
   */
  public record Member(int number, long leftBytes, long doneBytes) {}

  /**
   * What the next work between the same members begins with.
   *
   * @param policy with what it has learned
   * @param bytesPerSecond at which members served that have been seen to serve
   */
  public record Learned(BalancePolicy policy, ImmutableMap<Integer, Double> bytesPerSecond) {
    /** Nothing is known of any member. */
    public static Learned nothing(BalancePolicy policy) {
      return new Learned(policy, ImmutableMap.of());
    }
  }

  /**
   * A member's work. Its rate is measured from one report to another, since between them it is not known what has been done: one that tells
   * nothing keeps the rate that it was seen to have, and counts as slower only as long as it is silent.
   */
  private static final class Account {
    /** Null until it is known, bytes/s, 1 to {@link #MOST_BYTES_PER_SECOND}. */
    private @Nullable Double rate;
    private long leftBytes;
    private long doneBytes;
    private long toldNanos;
    /** What it serves before its rate is known, as a part of the mean of all: 1 / {@link #FIRST_PARTS} to 1. */
    private final double part;
    /** What it may have before its rate is known, at most. */
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
      if (leftBytes > 0) { // it may have got that from another controller, or while it was away
        begin(nowNanos);
      }
      if (anew || (fresh && toldNanos > markNanos && leftBytes > 0)) {
        fresh = false;
        mark(toldNanos); // before, the work was on its way
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

    /** By how many times it may be slower than its rate. */
    double slowness(long nowNanos) {
      long silentNanos = busy ? nowNanos - Math.max(toldNanos, markNanos) : 0;
      return Math.pow(2, (double) Math.min(MOST_SILENCES, Math.floorDiv(silentNanos, SILENCE_NANOS)));
    }
  }

  /** Work of which nothing is dealt. */
  public DealtWork(Learned before) {
    this.policy = before.policy;
    this.learnedBefore = before;
  }

  /**
   * Looks at the members as they are now; to be called before pieces are dealt.
   *
   * @param members at least one
   * @param undealtBytes of all pieces that are not dealt
   */
  public void look(List<Member> members, long undealtBytes, long nowNanos) {
    boolean beats = beatNanos == null || nowNanos - beatNanos >= BEAT_NANOS;
    if (beats && beatNanos != null) { // one that has just come was not without work
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

  /** A member that begins as it compared in earlier work, in which others may have been busy: one near the mean is like the others. */
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
   * @param bytes of it
   * @param waitingBytes of all pieces that are not dealt, this one included
   * @param hash the number of the member at which a hash puts it
   * @param draw a number with 64 random bits
   * @return to which member; empty: it waits until one has room
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
      // another one than the first that is done would only be the last of all
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

  /** What it has learned so far. */
  public Learned learned() {
    Map<Integer, Double> rates = new TreeMap<>(learnedBefore.bytesPerSecond);
    accounts.forEach((number, account) -> {
      if (account.rate != null) { // growth is a guess, and guesses of many works would add up
        rates.put(number, Math.min(account.rate, GROWTH * account.mostServed));
      }
    });
    return new Learned(policy, ImmutableMap.copyOf(rates));
  }

  /** Whether the hash deals what is left, as the policy did worse. */
  public boolean isByHash() {
    return byHash;
  }

  /** For how long each member works with what it has, at the rate that it has now, seconds. */
  public ImmutableMap<Integer, Double> leftSeconds() {
    return accounts.keySet().stream().collect(ImmutableMap.toImmutableMap(number -> number, number -> doneAfterSeconds(number, 0)));
  }

  /** What a member serves: its part of the mean of those of which it is known, where it is not; less while it is silent. */
  public double bytesPerSecond(int member) {
    Account account = account(member);
    double rate = account.rate != null ? account.rate
        : account.part * mean(accounts.values().stream().flatMap(other -> Stream.ofNullable(other.rate)));
    return Math.max(1, rate / account.slowness(nowNanos));
  }
}
