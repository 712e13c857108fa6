package dev.terra.core.balance;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Deals pieces of work that are all known to members of a group, a few at a time: each has what it serves in {@link #AHEAD_SECONDS}, so
 * that it never waits for more, and what is not dealt yet can still go to any. Of the members that have room and would be done with a piece
 * before all work is, a {@link BalancePolicy} chooses. Rates are those at which members have served what they were given, and a member that
 * had nothing left may be faster than that. Where the policy does worse than the hash would, the hash deals the rest.
 *
 * <p>Pure: time, what members have and random bits come from the caller, who owns it.
 */
public final class DealtWork {
  /** What a member has before its rate is known: less than a second's work of one that has a core. */
  public static final long FIRST_AHEAD_BYTES = 32L << 20;
  /** A few chunks for each of some paths: with less, the slowest member would wait. */
  private static final long LEAST_AHEAD_BYTES = 4L << 20;
  /** Members tell of their work every 200 ms, and the next pieces are on their way for some round trips. */
  private static final double AHEAD_SECONDS = 1.5;
  private static final double FIRST_BYTES_PER_SECOND = FIRST_AHEAD_BYTES / AHEAD_SECONDS;
  private static final double BEAT_SECONDS = 0.5;
  private static final long BEAT_NANOS = 500_000_000;
  private static final double NEWEST_SHARE = 0.5;
  /** A member that had nothing left serves more than it was seen to serve: by how much is found out in steps. */
  private static final double GROWTH = 1.25;

  private final Map<Integer, Account> accounts = new TreeMap<>();
  private final HashedLoads hashed = new HashedLoads();
  private final Map<Integer, Double> given = new HashMap<>();
  private BalancePolicy policy;
  private GroupLoads before = new GroupLoads(0, ImmutableDoubleArray.of(0), ImmutableDoubleArray.of(1), BEAT_SECONDS);
  private List<Integer> membersBefore = List.of();
  private long lookedNanos;
  private boolean looked;
  private boolean byHash;

  /**
   * A member of the group.
   *
   * @param number by which it is called
   * @param leftBytes of its work that it has not done
   * @param doneBytes that it has done since the work began
   */
  public record Member(int number, long leftBytes, long doneBytes) {}

  private static final class Account {
    private double rate = FIRST_BYTES_PER_SECOND;
    private boolean measured;
    private long aheadBytes = FIRST_AHEAD_BYTES;
    private long leftBytes;
    private long hadBytes;
    private long doneBytes;

    void measure(Member now, double seconds) {
      double served = Math.max(0, now.doneBytes - doneBytes) / seconds;
      doneBytes = now.doneBytes;
      if (hadBytes > 0) {
        boolean idled = now.leftBytes == 0;
        double mean = measured ? NEWEST_SHARE * served + (1 - NEWEST_SHARE) * rate : served;
        rate = Math.max(1, idled ? GROWTH * Math.max(served, measured ? rate : 0) : mean);
        measured = true;
        aheadBytes = Math.max(LEAST_AHEAD_BYTES, Math.min(2 * aheadBytes, (long) (AHEAD_SECONDS * rate)));
      }
      hadBytes = now.leftBytes;
    }

    void take(long bytes) {
      leftBytes += bytes;
      hadBytes += bytes;
    }

    double doneAfterSeconds(long bytes) {
      return (leftBytes + bytes) / rate;
    }
  }

  /** Work of which nothing is dealt. */
  public DealtWork(BalancePolicy policy) {
    this.policy = policy;
  }

  /** The members as they are now, at least one of them; to be called before pieces are dealt. */
  public void look(List<Member> members, long nowNanos) {
    accounts.keySet().retainAll(members.stream().map(Member::number).toList());
    members.forEach(member -> accounts.computeIfAbsent(member.number, number -> begun(member)).leftBytes = member.leftBytes);
    long elapsedNanos = nowNanos - lookedNanos;
    if (!looked || elapsedNanos >= BEAT_NANOS) {
      if (looked) {
        members.forEach(member -> account(member.number).measure(member, elapsedNanos / 1e9));
      }
      beat(looked ? elapsedNanos : 0);
      looked = true;
      lookedNanos = nowNanos;
    }
  }

  private static Account begun(Member member) {
    Account account = new Account();
    account.doneBytes = member.doneBytes;
    return account;
  }

  private Account account(int number) {
    return accounts.computeIfAbsent(number, key -> new Account());
  }

  private void beat(long elapsedNanos) {
    List<Integer> members = List.copyOf(accounts.keySet());
    GroupLoads now = loads(members, members.get(0));
    byHash |= hashed.note(members, now, elapsedNanos);
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
        ImmutableDoubleArray.copyOf(members.stream().mapToDouble(member -> account(member).rate)), BEAT_SECONDS);
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
      account(number).take(bytes);
      given.merge(number, 1.0, Double::sum);
      hashed.dealt(hash, bytes);
    });
    return member;
  }

  private OptionalInt chosen(long bytes, long waitingBytes, int hash, long draw) {
    double left = waitingBytes + accounts.values().stream().mapToDouble(account -> account.leftBytes).sum();
    double allDoneSeconds = left / accounts.values().stream().mapToDouble(account -> account.rate).sum();
    List<Integer> able = new ArrayList<>();
    accounts.forEach((number, account) -> {
      if (account.leftBytes < account.aheadBytes && account.doneAfterSeconds(bytes) <= allDoneSeconds) {
        able.add(number);
      }
    });
    if (able.isEmpty()) {
      return first(bytes);
    }
    return OptionalInt.of(able.get(policy.target(loads(able, hash), draw)));
  }

  /** Who would be done with it first, if that one has room: another one would only be the last of all. */
  private OptionalInt first(long bytes) {
    int best = -1;
    for (int number : accounts.keySet()) {
      best = best < 0 || account(number).doneAfterSeconds(bytes) < account(best).doneAfterSeconds(bytes) ? number : best;
    }
    return best >= 0 && account(best).leftBytes < account(best).aheadBytes ? OptionalInt.of(best) : OptionalInt.empty();
  }

  /** The policy with what it has learned. */
  public BalancePolicy policy() {
    return policy;
  }

  /** Whether the hash deals what is left, as the policy did worse. */
  public boolean isByHash() {
    return byHash;
  }

  /** What a member serves, as far as that is known. */
  public double bytesPerSecond(int member) {
    return account(member).rate;
  }
}
