package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * The target and the step intervals of {@link Shipping}. Times are in nanoseconds, rates in requests (or bytes) per second.
 *
 * @param targetNanos the target t0 of the delay, above 0
 * @param allowedLate the part of all requests (or bytes) that may take longer than the target, above 0 and below 1: .01 if the delay is
 *     a 99th percentile
 * @param innerNanos the time between two steps of the rate, above 0
 * @param innerSteps the number of steps of the rate for each step of the share, at least 2: the outer loop needs the rate at which the
 *     inner loop settles
 * @param leastRate the least rate, above 0; with it, delays continue to be measured
 */
public record ShippingRule(long targetNanos, double allowedLate, long innerNanos, int innerSteps, double leastRate) {
  private static final Duration INNER = Duration.ofMillis(5);
  private static final int INNER_STEPS = 10;

  /** Checks the ranges. */
  public ShippingRule {
    checkArgument(targetNanos > 0, "target: expected more than 0 ns, got %s", targetNanos);
    checkArgument(allowedLate > 0 && allowedLate < 1, "late: expected above 0 to below 1, got %s", allowedLate);
    checkArgument(innerNanos > 0, "interval: expected more than 0 ns, got %s", innerNanos);
    checkArgument(innerSteps >= 2, "steps: expected at least 2 of the rate to one of the share, got %s", innerSteps);
    checkArgument(leastRate > 0, "least rate: expected more than 0, got %s", leastRate);
  }

  /** Returns a rule with a target and with Kayak's frequencies, 200 and 20 Hz (section 4.3). */
  public static ShippingRule of(Duration target, double allowedLate, double leastRate) {
    return new ShippingRule(target.toNanos(), allowedLate, INNER.toNanos(), INNER_STEPS, leastRate);
  }
}
