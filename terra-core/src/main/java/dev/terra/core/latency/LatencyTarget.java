package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

import dev.terra.core.wan.SitePair;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The promise of a class: a percentage of its requests has a network latency below a limit. The limit holds for one unit of size; a request
 * of n units may take n times as long.
 *
 * @param percentile how many of 100 requests keep the limit, at least 50 and below 100
 * @param unitBytes the size of a unit, above 0
 * @param limit the latency that a request of one unit may have, above 0
 * @param pair the sites between which the target holds; null for all pairs that have no target of their own
 */
public record LatencyTarget(LatencyClass latencyClass, double percentile, long unitBytes, Duration limit, @Nullable SitePair pair) {
  private static final double LEAST_PERCENTILE = 50;
  private static final double ALL = 100;
  /** The longest limit. With a longer one, the window of {@link AdmissionRule} would be hours. */
  private static final Duration MOST_LIMIT = Duration.ofMinutes(10);

  /** Checks the ranges. */
  public LatencyTarget {
    checkArgument(latencyClass.canPromise(), "class: expected one that can promise something, got %s", latencyClass.word());
    checkArgument(percentile >= LEAST_PERCENTILE && percentile < ALL, "percentile: expected 50 to below 100, got %s", percentile);
    checkArgument(unitBytes > 0, "bytes: expected more than 0, got %s", unitBytes);
    checkArgument(limit.compareTo(Duration.ZERO) > 0 && limit.compareTo(MOST_LIMIT) <= 0,
        "millis: expected above 0 to 600000, got %s", limit.toNanos() / 1e6);
  }

  /** Returns the rule by which the admitted share follows latencies, so that the target is kept. */
  public AdmissionRule rule() {
    return AdmissionRule.of(limit, percentile);
  }

  /** Returns the size of a request in units, at least 1. */
  public long units(long bytes) {
    return Math.max(1, (bytes + unitBytes - 1) / unitBytes);
  }
}
