package dev.terra.core.balance;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What would wait at each member if a hash had dealt all pieces, each member serving at the rate that it has now: what a policy must not be
 * worse than. A policy is given up when its loads have differed more than these for {@link #PATIENCE_NANOS}, unless the hash would make
 * that worse: a member that has become slow has too much already, and the hash would give it more.
 */
final class HashedLoads {
  static final long PATIENCE_NANOS = 1_000_000_000;
  /** Rates are measured from beat to beat, and loads that differ by this part or by a beat's work are about the same. */
  private static final double SAME_PART = 1.25;
  private static final double SAME_BEATS = 1;

  private final Map<Integer, Double> waiting = new HashMap<>();
  private long worseNanos;

  /** A piece was dealt, which the hash puts at a member. */
  void dealt(int member, long bytes) {
    waiting.merge(member, (double) bytes, Double::sum);
  }

  /**
   * Notes the loads after some time.
   *
   * @param numbers the members' numbers, in the order of the loads
   * @param now the loads that there are
   * @param undealtBytes of pieces that no member has yet: the policy gives them to those with the least work, the hash equal parts to all
   * @return whether they have been worse than the hash's for too long
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
