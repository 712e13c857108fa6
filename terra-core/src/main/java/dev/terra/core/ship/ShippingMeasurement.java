package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The measurements since the last step of the rate.
 *
 * @param delayNanos the delay of the requests (or bytes) that ended, in the statistic of the target (a percentile, or the mean); 0 if
 *     none ended
 * @param late the part of them that took longer than the target, 0 to 1
 * @param ended the number of requests (or bytes) that ended
 */
public record ShippingMeasurement(double delayNanos, double late, double ended) {
  /** Checks the ranges. */
  public ShippingMeasurement {
    checkArgument(delayNanos >= 0, "delay: expected at least 0 ns, got %s", delayNanos);
    checkArgument(late >= 0 && late <= 1, "late: expected 0 to 1, got %s", late);
    checkArgument(ended >= 0, "ended: expected at least 0, got %s", ended);
  }
}
