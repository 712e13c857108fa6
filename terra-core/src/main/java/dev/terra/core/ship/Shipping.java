package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How fast a stream of requests (or of chunks of bytes) may go, R, and which share of it is worked on before it is shipped, X, so that R
 * is largest while a delay meets its target: Kayak's two nested loops (NSDI 2021, section 4.3, algorithm II). The inner one finds R for an
 * X; the outer one, a few times slower, follows the gradient of R over X. The other order (algorithm I: first X by the delay, then R) does
 * not settle where delays are measured from few samples.
 *
 * <p>An instance is a state; it does not change. {@link #after} is a pure function of the state, a measurement and the time.
 *
 * @param rate the inner loop's state
 * @param share the outer loop's state
 * @param sinceNanos when the last step of the rate was, on the caller's clock
 * @param seen what the outer loop has seen since its last step
 */
public record Shipping(ShippingRate rate, ShippingShare share, long sinceNanos, Seen seen) {
  /**
   * What the outer loop has seen of the inner one since its last step.
   *
   * @param steps how many steps of the rate
   * @param rateSum the sum of their rates, of the second half of an outer interval
   * @param delaySum the sum of their delays, of the second half, in nanoseconds
   * @param unsettled how many outer intervals went by in which the inner loop had not settled
   */
  public record Seen(int steps, double rateSum, double delaySum, int unsettled) {
    private static final Seen NOTHING = new Seen(0, 0, 0, 0);

    Seen and(ShippingRule rule, double perSecond, double delayNanos) {
      boolean counts = steps >= firstCounted(rule);
      return new Seen(steps + 1, counts ? rateSum + perSecond : 0, counts ? delaySum + delayNanos : 0, unsettled);
    }

    private static int firstCounted(ShippingRule rule) {
      return rule.innerSteps() / 2;
    }
  }

  /** A delay below this part of where the inner loop aims says that the rate still rises. */
  private static final double RISING = .5;
  /** After as many outer intervals, the outer loop steps all the same: a source that has too little to send never meets the target. */
  private static final int MOST_UNSETTLED = 4;

  /** The state before anything was measured. Kayak begins with a share of 1; a stream may begin with what the last of its kind had. */
  public static Shipping start(double perSecond, double share, long nowNanos) {
    return new Shipping(ShippingRate.first(perSecond), ShippingShare.first(share), nowNanos, Seen.NOTHING);
  }

  /** R, in requests (or bytes) a second. */
  public double perSecond() {
    return rate.perSecond();
  }

  /** X, 0 to 1: the chance that a request is worked on. */
  public double worked() {
    return share.share();
  }

  /** Whether the next step of the rate is due. */
  public boolean isDue(ShippingRule rule, long nowNanos) {
    return nowNanos - sinceNanos >= rule.innerNanos();
  }

  /**
   * The state after what was measured since the last step; this one where the step is not due yet.
   *
   * @param nowNanos on the caller's clock, not before the last step
   */
  public Shipping after(ShippingRule rule, ShippingMeasurement measured, long nowNanos) {
    checkArgument(nowNanos >= sinceNanos, "now: expected at least %s, got %s", sinceNanos, nowNanos);
    if (!isDue(rule, nowNanos)) {
      return this;
    }
    ShippingRate next = rate.after(rule, measured, nowNanos - sinceNanos);
    Seen now = seen.and(rule, rate.perSecond(), measured.delayNanos());
    if (now.steps() < rule.innerSteps() || next.isRamping()) {
      return new Shipping(next, share, nowNanos, next.isRamping() ? Seen.NOTHING : now);
    }
    return outer(rule, next, now, nowNanos);
  }

  private Shipping outer(ShippingRule rule, ShippingRate next, Seen now, long nowNanos) {
    int counted = rule.innerSteps() - Seen.firstCounted(rule);
    double delay = now.delaySum() / counted;
    boolean settled = delay >= RISING * next.aimNanos(rule) && !ShippingRate.isOverloaded(rule, delay);
    if (!settled && now.unsettled() < MOST_UNSETTLED) {
      return new Shipping(next, share, nowNanos, new Seen(0, 0, 0, now.unsettled() + 1));
    }
    return new Shipping(next, share.after(now.rateSum() / counted), nowNanos, Seen.NOTHING);
  }
}
