package dev.terra.core.latency;

/**
 * The state of whether a sender downgrades a part of a class's requests to another site, and since when. Downgrading begins with an
 * admitted share below {@link #BEGINS_BELOW}, and ends with a share of at least {@link #ENDS_AT}. A share moves up and down by hundredths
 * until it settles. Therefore the two bounds differ, and a state lasts for at least {@link #HOLD_NANOS}. An instance does not change.
 *
 * @param downgrading whether a part of the requests is downgraded
 * @param sinceNanos the time since when this is so
 */
public record DowngradeWatch(boolean downgrading, long sinceNanos) {
  /** The share below which downgrading begins. A pair of sites that stays within what can be promised has a share above it. */
  public static final double BEGINS_BELOW = 0.9;
  /** The share from which on downgrading ends. A single miss costs a pair whose requests are all admitted one hundredth. */
  public static final double ENDS_AT = 0.99;
  /** The least time between two changes: at most one change a minute. */
  public static final long HOLD_NANOS = PromiseWatch.WINDOW_NANOS;

  /** Returns the state at the beginning: all requests are admitted, as far as is known. The first change may come at once. */
  public static DowngradeWatch begin(long nowNanos) {
    return new DowngradeWatch(false, nowNanos - HOLD_NANOS);
  }

  /**
   * Returns the state at a later time.
   *
   * @param share the share of the requests that is admitted now, 0 to 1
   */
  public DowngradeWatch after(double share, long nowNanos) {
    boolean changes = downgrading ? share >= ENDS_AT : share < BEGINS_BELOW;
    return changes && nowNanos - sinceNanos >= HOLD_NANOS ? new DowngradeWatch(!downgrading, nowNanos) : this;
  }
}
