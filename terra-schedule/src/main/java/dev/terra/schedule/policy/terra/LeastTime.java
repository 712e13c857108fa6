package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/**
 * Plans no shuffle to take less than a least time. The capacity that a shuffle leaves is not used again before its senders have reported
 * its end and others have received the resulting rates. So a short shuffle that gets a whole link occupies it for longer than it needs it.
 * If the shuffle gets only the rates with which it is done within the least time, others go on beside it.
 *
 * <p>Example: 1 MB on a link of 10 MB/s that another shuffle fills, with a least time of 0.2 s. At full rate, the megabyte takes the link
 * for 0.1 s, and the link stays empty until the report of its end and the answer have arrived. At 5 MB/s, it takes half of the link for 0.2
 * s.
 *
 * <p>The time counts from the round that first plans a shuffle to be done within it; the rest of the shuffle gets no slower in later
 * rounds.
 */
final class LeastTime {
  private final double leastSeconds;
  private final Map<ActiveShuffle, Double> endSeconds = new HashMap<>();

  /** Makes a least time in seconds; 0 changes no plan. */
  LeastTime(double leastSeconds) {
    this.leastSeconds = leastSeconds;
  }

  /** Starts a round with these shuffles. */
  void begin(Collection<ActiveShuffle> shuffles) {
    if (!endSeconds.isEmpty()) {
      endSeconds.keySet().retainAll(new HashSet<>(shuffles));
    }
  }

  /** Returns the share of a plan, above 0 and up to 1, with which a shuffle takes its least time. */
  double share(ActiveShuffle shuffle, RatePlan plan, double nowSeconds) {
    double seconds = plan.secondsFor(shuffle);
    if (seconds >= leastSeconds) {
      endSeconds.remove(shuffle);
      return 1;
    }
    double left = endSeconds.computeIfAbsent(shuffle, key -> nowSeconds + leastSeconds) - nowSeconds;
    return left > seconds ? seconds / left : 1;
  }

  /** Returns whether a shuffle is still within its least time, so that others may get the remaining capacity first. */
  boolean isWithin(ActiveShuffle shuffle, double nowSeconds) {
    return endSeconds.getOrDefault(shuffle, nowSeconds) > nowSeconds;
  }
}
