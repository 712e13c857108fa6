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

  /** Whether a request kept the target. */
  public boolean isKept(long latencyNanos, long units) {
    return latencyNanos < targetNanosPerUnit * units;
  }
}
