package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * How the share of a class that is admitted follows measured latencies: Algorithm 1 of Aequitas (Zhang et al., SIGCOMM 2022).
 *
 * @param targetNanosPerUnit the network latency that a request of one unit of size may have, above 0; a request of n units may have n times
 *     as much
 * @param increase what an increment window in which the target was met adds to the share, above 0 and at most 1
 * @param decrease what each unit of a request that missed the target takes from the share, above 0 and at most 1
 * @param floor the share below which it does not fall, so that latencies go on to be measured; above 0 and at most 1
 * @param windowNanos the least time between two increases, above 0
 */
public record AdmissionRule(double targetNanosPerUnit, double increase, double decrease, double floor, long windowNanos) {
  /** The paper's increase and decrease, section 6.1. */
  public static final double STEP = .01;
  /** The floor of the authors' simulator. */
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
   * The paper's rule for a target.
   *
   * @param targetPerUnit the latency that a request of one unit may have
   * @param percentile how many of 100 requests shall meet it, at least 0 and below 100; the window is the target times
   *     100 / (100 - percentile)
   */
  public static AdmissionRule of(Duration targetPerUnit, double percentile) {
    checkArgument(percentile >= 0 && percentile < ALL, "percentile: expected 0 to below 100, got %s", percentile);
    double nanos = targetPerUnit.toNanos();
    return new AdmissionRule(nanos, STEP, STEP, FLOOR, Math.max(1, Math.round(nanos * ALL / (ALL - percentile))));
  }

  /**
   * The part of a class's requests that keeps the target once the share has settled between the floor and 1. The share rises once in a
   * window and the pause until the next request, and each miss takes its decrease, so that it settles where as many requests of a window
   * miss as make up for the increase: increase / (decrease x units). A sender with few requests in a window thus keeps the target for a
   * lower percentile than {@link #of} is given. For example, with equal steps, 7 units and 36 requests in a window, 1 request of 259
   * misses.
   *
   * @param requestsPerSecond what is admitted, above 0
   * @param units the size of each request, at least 1
   * @return 0 to 1
   */
  public double keptOnceSettled(double requestsPerSecond, long units) {
    checkArgument(requestsPerSecond > 0, "requests: expected more than 0 a second, got %s", requestsPerSecond);
    double requests = requestsPerSecond * windowNanos / NANOS_PER_SECOND + 1;
    return Math.max(0, 1 - increase / (decrease * units * requests));
  }

  /**
   * The rule with the window by which the target is kept for a percentile at a rate of requests: {@link #keptOnceSettled} solved for the
   * window.
   *
   * @param percentile how many of 100 requests shall meet the target, above 0 and below 100
   * @param requestsPerSecond what is admitted, above 0
   * @param units the size of each request, at least 1
   */
  public AdmissionRule keeping(double percentile, double requestsPerSecond, long units) {
    checkArgument(percentile > 0 && percentile < ALL, "percentile: expected above 0 to below 100, got %s", percentile);
    checkArgument(requestsPerSecond > 0, "requests: expected more than 0 a second, got %s", requestsPerSecond);
    double requests = increase / (decrease * units * (1 - percentile / ALL)) - 1;
    return new AdmissionRule(targetNanosPerUnit, increase, decrease, floor,
        Math.max(1, Math.round(requests / requestsPerSecond * NANOS_PER_SECOND)));
  }

  /** Whether a request kept the target. */
  public boolean isKept(long latencyNanos, long units) {
    return latencyNanos < targetNanosPerUnit * units;
  }
}
