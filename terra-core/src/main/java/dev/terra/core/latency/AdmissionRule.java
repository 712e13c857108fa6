package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * The rule by which the admitted share of a class follows measured latencies: Algorithm 1 of Aequitas (Zhang et al., SIGCOMM 2022).
 *
 * @param targetNanosPerUnit the network latency that a request of one unit of size may have, above 0; a request of n units may have n
 *     times as much
 * @param increase the amount that a window in which the target was met adds to the share, above 0 and at most 1
 * @param decrease the amount that each unit of a request that missed the target takes from the share, above 0 and at most 1
 * @param floor the least share, above 0 and at most 1; with it, latencies continue to be measured
 * @param windowNanos the least time between two increases, above 0
 */
public record AdmissionRule(double targetNanosPerUnit, double increase, double decrease, double floor, long windowNanos) {
  /** The increase and decrease of the Aequitas paper, section 6.1. */
  public static final double STEP = .01;
  /** The floor in the simulator of the paper's authors. */
  public static final double FLOOR = .1;

  private static final double ALL = 100;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Checks the ranges. */
  public AdmissionRule {
    checkArgument(targetNanosPerUnit > 0, "target: expected more than 0 ns for a unit, got %s", targetNanosPerUnit);
    checkArgument(increase > 0 && increase <= 1, "increase: expected above 0 to 1, got %s", increase);
    checkArgument(decrease > 0 && decrease <= 1, "decrease: expected above 0 to 1, got %s", decrease);
    checkArgument(floor > 0 && floor <= 1, "floor: expected above 0 to 1, got %s", floor);
    checkArgument(windowNanos > 0, "window: expected more than 0 ns, got %s", windowNanos);
  }

  /**
   * Returns the rule of the Aequitas paper for a target.
   *
   * @param targetPerUnit the latency that a request of one unit may have
   * @param percentile how many of 100 requests have to meet the target, at least 0 and below 100; the window is the target times 100 /
   *     (100 - percentile)
   */
  public static AdmissionRule of(Duration targetPerUnit, double percentile) {
    checkArgument(percentile >= 0 && percentile < ALL, "percentile: expected 0 to below 100, got %s", percentile);
    double nanos = targetPerUnit.toNanos();
    return new AdmissionRule(nanos, STEP, STEP, FLOOR, Math.max(1, Math.round(nanos * ALL / (ALL - percentile))));
  }

  /**
   * Returns the part of a class's requests that keeps the target once the share has settled between the floor and 1. The share rises once
   * in the time of a window and the pause until the next request, and each miss lowers it by the decrease. It settles where the misses of a
   * window make up for the increase: at increase / (decrease x units) misses. Thus a sender with few requests in a window keeps the target
   * for a lower percentile than the one that {@link #of} takes. For example, with equal steps, 7 units and 36 requests in a window, 1
   * request of 259 misses.
   *
   * @param requestsPerSecond the rate of admitted requests, above 0
   * @param units the size of each request, at least 1
   * @return 0 to 1
   */
  public double keptOnceSettled(double requestsPerSecond, long units) {
    checkArgument(requestsPerSecond > 0, "requests: expected more than 0 a second, got %s", requestsPerSecond);
    double requests = requestsPerSecond * windowNanos / NANOS_PER_SECOND + 1;
    return Math.max(0, 1 - increase / (decrease * units * requests));
  }

  /**
   * Returns this rule with the window that keeps the target for a percentile at a rate of requests: {@link #keptOnceSettled} solved for the
   * window.
   *
   * @param percentile how many of 100 requests have to meet the target, above 0 and below 100
   * @param requestsPerSecond the rate of admitted requests, above 0
   * @param units the size of each request, at least 1
   */
  public AdmissionRule keeping(double percentile, double requestsPerSecond, long units) {
    checkArgument(percentile > 0 && percentile < ALL, "percentile: expected above 0 to below 100, got %s", percentile);
    checkArgument(requestsPerSecond > 0, "requests: expected more than 0 a second, got %s", requestsPerSecond);
    double requests = increase / (decrease * units * (1 - percentile / ALL)) - 1;
    return new AdmissionRule(targetNanosPerUnit, increase, decrease, floor,
        Math.max(1, Math.round(requests / requestsPerSecond * NANOS_PER_SECOND)));
  }

  /** Returns whether a request kept the target. */
  public boolean isKept(long latencyNanos, long units) {
    return latencyNanos < targetNanosPerUnit * units;
  }
}
