package dev.terra.core.balance;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The work that would wait at each member if a hash had dealt all pieces, with each member serving at its present rate. A policy must not
 * do worse than that. It is given up when its loads have been less balanced than these for {@link #PATIENCE_NANOS}, unless the hash would
 * make the balance worse: a member that has become slow has too much work already, and the hash would give it more.
 */
final class HashedLoads {
  static final long PATIENCE_NANOS = 1_000_000_000;
  /**
   * The factor up to which two imbalances or loads count as equal. Rates are measured from beat to beat, so that equal loads differ by
   * about this factor, or by a beat's work.
   */
  private static final double SAME_PART = 1.25;
  private static final double SAME_BEATS = 1;

  private final Map<Integer, Double> waiting = new HashMap<>();
  private long worseNanos;

  /** Notes that a piece was dealt. The member is the one to which the hash gives the piece. */
  void dealt(int member, long bytes) {
    waiting.merge(member, (double) bytes, Double::sum);
  }

  /**
   * Notes the present loads, some time after the last call.
   *
   * @param numbers the members' numbers, in the order of the loads
   * @param now the present loads
   * @param undealtBytes the bytes of the pieces that no member has yet: the policy is assumed to give them to the members with the
   *     least work, the hash to give equal parts to all
   * @return whether the loads have been worse than the hash's for more than {@link #PATIENCE_NANOS}
   */
  boolean note(List<Integer> numbers, GroupLoads now, long undealtBytes, long elapsedNanos) {
    double[] left = new double[numbers.size()];
    for (int i = 0; i < left.length; i++) {
      double rate = now.rates().get(i);
      left[i] = waiting.merge(numbers.get(i), 0.0, (before, none) -> Math.max(0, before - rate * elapsedNanos / 1e9))
          + (double) undealtBytes / left.length;
    }
    GroupLoads hashed = new GroupLoads(0, ImmutableDoubleArray.copyOf(left), now.rates(), now.beatSeconds());
    GroupLoads dealt = now.levelled((double) undealtBytes);
    boolean worse = dealt.imbalance() > SAME_PART * hashed.imbalance() + SAME_BEATS
        && now.plusEach((double) undealtBytes / left.length).mostLoad() <= SAME_PART * dealt.mostLoad() + SAME_BEATS;
    worseNanos = worse ? worseNanos + elapsedNanos : 0;
    return worseNanos > PATIENCE_NANOS;
  }
}
