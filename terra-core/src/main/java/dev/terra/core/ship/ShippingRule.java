package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * What {@link Shipping} aims at, and how far it moves at once. Times are in nanoseconds, rates in requests (or bytes) a second.
 *
 * @param targetNanos the delay that shall be met, t0, above 0
 * @param allowedLate the part of all that may take longer than the target, above 0 and below 1: .01 where the delay is a 99th percentile
 * @param innerNanos the time between two steps of the rate, above 0
 * @param innerSteps how many steps of the rate there are to one of the share, at least 2: the outer loop has to see what the inner one
 *     settled at
 * @param leastRate the rate below which it does not fall, so that delays go on to be measured; above 0
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

  /** Kayak's frequencies, 200 and 20 Hz (section 4.3), for a target. */
  public static ShippingRule of(Duration target, double allowedLate, double leastRate) {
    return new ShippingRule(target.toNanos(), allowedLate, INNER.toNanos(), INNER_STEPS, leastRate);
  }
}
