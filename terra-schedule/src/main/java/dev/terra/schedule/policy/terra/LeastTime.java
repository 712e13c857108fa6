package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/**
 * No shuffle is planned to take less than a least time. What one leaves is not used again before its senders have told of its end and
 * others have the rates that this gives them. So a short shuffle that takes a link whole keeps it for longer than it needs it; with
 * just the rates that it needs to be done within that time, the others go on beside it.
 *
 * <p>Example: 1 MB on a link of 10 MB/s that another shuffle fills, a least time of 0.2 s. At full rate the megabyte takes the link for
 * 0.1 s, and the link stays empty until the report of its end and the answer have arrived. At 5 MB/s it takes half of the link for 0.2 s.
 *
 * <p>The time counts from the round that first plans a shuffle to be done within it: what is left then gets no slower in later rounds.
 */
final class LeastTime {
  private final double leastSeconds;
  private final Map<ActiveShuffle, Double> endSeconds = new HashMap<>();

  /** A least time of 0 s, which changes no plan. */
  LeastTime(double leastSeconds) {
    this.leastSeconds = leastSeconds;
  }

  /** Starts a round with these shuffles. */
  void begin(Collection<ActiveShuffle> shuffles) {
    if (!endSeconds.isEmpty()) {
      endSeconds.keySet().retainAll(new HashSet<>(shuffles));
    }
  }

  /** The share of a plan, above 0 and up to 1, with which a shuffle takes its least time. */
  double share(ActiveShuffle shuffle, RatePlan plan, double nowSeconds) {
    double seconds = plan.secondsFor(shuffle);
    if (seconds >= leastSeconds) {
      endSeconds.remove(shuffle);
      return 1;
    }
    double left = endSeconds.computeIfAbsent(shuffle, key -> nowSeconds + leastSeconds) - nowSeconds;
    return left > seconds ? seconds / left : 1;
  }

  /** Whether a shuffle is still within its least time, so that what is left may go to others first. */
  boolean isWithin(ActiveShuffle shuffle, double nowSeconds) {
    return endSeconds.getOrDefault(shuffle, nowSeconds) > nowSeconds;
  }
}
