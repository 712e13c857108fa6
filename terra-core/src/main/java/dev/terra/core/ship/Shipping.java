package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * Finds the rate R of a stream of requests (or of chunks of bytes), and the share X of the stream that is worked on before it is shipped,
 * such that R is largest while a delay meets its target. It uses Kayak's two nested loops (NSDI 2021, section 4.3, algorithm II). The inner
 * loop finds R for a given X; the outer loop, a few times slower, follows the gradient of R over X. The other order (algorithm I: first X
 * by the delay, then R) does not settle if delays are measured from few samples.
 *
 * <p>An instance is a state; it does not change. {@link #after} is a pure function of the state, a measurement and the time.
 *
 * @param rate the inner loop's state
 * @param share the outer loop's state
 * @param sinceNanos the time of the last step of the rate, on the caller's clock
 * @param seen the observations of the outer loop since its last step
 */
public record Shipping(ShippingRate rate, ShippingShare share, long sinceNanos, Seen seen) {
  /**
   * The observations of the inner loop by the outer loop since the outer loop's last step.
   *
   * @param steps the number of steps of the rate
   * @param rateSum the sum of the rates at the steps in the second half of an outer interval
   * @param delaySum the sum of the delays at the same steps, in nanoseconds
   * @param unsettled the number of outer intervals that ended before the inner loop had settled
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

  /** A delay below this part of the delay at which the inner loop aims means that the rate still rises. */
  private static final double RISING = .5;
  /**
   * The number of unsettled outer intervals after which the outer loop steps all the same. The delay of a source that has too little to
   * send never reaches the target.
   */
  private static final int MOST_UNSETTLED = 4;

  /**
   * Returns the state before any measurement. Kayak begins with a share of 1; a stream may also begin with the rate and share of the last
   * similar stream.
   */
  public static Shipping start(double perSecond, double share, long nowNanos) {
    return new Shipping(ShippingRate.first(perSecond), ShippingShare.first(share), nowNanos, Seen.NOTHING);
  }

  /** Returns R, in requests (or bytes) per second. */
  public double perSecond() {
    return rate.perSecond();
  }

  /** Returns X, 0 to 1: the probability that a request is worked on. */
  public double worked() {
    return share.share();
  }

  /** Returns whether the next step of the rate is due. */
  public boolean isDue(ShippingRule rule, long nowNanos) {
    return nowNanos - sinceNanos >= rule.innerNanos();
  }

  /**
   * Returns the state after a step with the measurements since the last step; this state if the step is not due yet.
   *
   * @param nowNanos the time on the caller's clock, not before the last step
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
