package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What was measured since the last step of the rate.
 *
 * @param delayNanos the delay of what ended, in the statistic in which the target is set (a percentile, or the mean); 0 where nothing ended
 * @param late the part of what ended that took longer than the target, 0 to 1
 * @param ended how many requests (or bytes) ended
 */
public record ShippingMeasurement(double delayNanos, double late, double ended) {
  /** Checks the ranges. */
  public ShippingMeasurement {
    checkArgument(delayNanos >= 0, "delay: expected at least 0 ns, got %s", delayNanos);
    checkArgument(late >= 0 && late <= 1, "late: expected 0 to 1, got %s", late);
    checkArgument(ended >= 0, "ended: expected at least 0, got %s", ended);
  }
}
