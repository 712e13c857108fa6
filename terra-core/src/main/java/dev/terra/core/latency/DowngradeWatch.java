package dev.terra.core.latency;

/**
 * Whether a sender turns away a part of a class's requests to another site, and since when. It begins with an admitted share below
 * {@link #BEGINS_BELOW}, and ends with one of {@link #ENDS_AT} or above. A share goes up and down by hundredths while it finds its
 * place: so the two are apart, and what was found holds for {@link #HOLD_NANOS}. An instance is a state; it does not change.
 *
 * @param downgrading whether a part is turned away
 * @param sinceNanos since when that is so
 */
public record DowngradeWatch(boolean downgrading, long sinceNanos) {
  /** A pair that stays within what can be promised has a share above this. */
  public static final double BEGINS_BELOW = 0.9;
  /** One miss of a pair that is otherwise admitted whole costs a hundredth. */
  public static final double ENDS_AT = 0.99;
  /** One change a minute at most. */
  public static final long HOLD_NANOS = PromiseWatch.WINDOW_NANOS;

  /** Everything is admitted, as far as is known; the first change may come at once. */
  public static DowngradeWatch begin(long nowNanos) {
    return new DowngradeWatch(false, nowNanos - HOLD_NANOS);
  }

  /**
   * The state at a later time.
   *
   * @param share of the requests that is admitted now, 0 to 1
   */
  public DowngradeWatch after(double share, long nowNanos) {
    boolean changes = downgrading ? share >= ENDS_AT : share < BEGINS_BELOW;
    return changes && nowNanos - sinceNanos >= HOLD_NANOS ? new DowngradeWatch(!downgrading, nowNanos) : this;
  }
}
