package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The inner loop of {@link Shipping}. It finds the rate R at which the measured delay T meets its target t0, by Newton's step R + (t0 - T)
 * / (dT/dR) (Kayak, NSDI 2021, section 4.3, pseudocode 1).
 *
 * <p>The slope dT/dR is that of a fluid queue whose server is always busy. For each request per second that a step adds to the rate,
 * serving what an interval adds to the queue takes interval / R longer. No queue has a steeper slope within an interval, so that a step
 * does not overshoot. The paper takes the slope between two measurements, but where both have noise, the sign of that slope is often wrong.
 * For example, with a target of 200 us, an interval of 5 ms and a delay of 100 us, the rate rises by 2 %.
 *
 * <p>If the delay is above its aim and the throughput differs from R by more than chance, the throughput is what busy servers can do. Then
 * the step starts from the throughput and not from R, since a queue that remains from earlier does not show that R is still too high. Until
 * the delay reaches its aim for the first time, the rate doubles. A step at most halves the rate, as it does in the paper where R would
 * fall below 0.
 *
 * <p>A percentile that is measured in short intervals is noisy. Therefore the loop aims at a part of the target. This part rises in
 * proportion to the share that may be late and falls in proportion to the share that was late, so that it rests where the two are equal. An
 * instance is a state; it does not change.
 *
 * @param perSecond R, in requests (or bytes) per second, above 0
 * @param aim the part of the target at which the loop aims, above 0 and at most 1
 * @param isRamping whether the delay has never reached the target
 */
public record ShippingRate(double perSecond, double aim, boolean isRamping) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double RAMP = 2;
  private static final double OVERLOAD = 2;
  private static final double DEVIATIONS = 2;
  private static final double LARGEST_CUT = .5;
  /** The most that the rate exceeds the throughput by, as a factor, so that a rate that is not used does not rise for ever. */
  private static final double MOST_UNUSED = 2.5;
  private static final double MOST_AIM = .9;
  private static final double LEAST_AIM = .3;
  private static final double AIM_GAIN = .2;
  /** The largest late share that moves the aim, so that one interval of overload, such as when the load changes, moves it only little. */
  private static final double MOST_LATE = .2;

  /** Checks the ranges. */
  public ShippingRate {
    checkArgument(perSecond > 0, "rate: expected more than 0, got %s", perSecond);
    checkArgument(aim > 0 && aim <= 1, "aim: expected above 0 to 1, got %s", aim);
  }

  /** Returns the state before any measurement. */
  public static ShippingRate first(double perSecond) {
    return new ShippingRate(perSecond, MOST_AIM, true);
  }

  /**
   * Returns the state after an interval at this rate.
   *
   * @param nanos the length of the interval, above 0
   */
  public ShippingRate after(ShippingRule rule, ShippingMeasurement measured, long nanos) {
    double throughput = measured.ended() / nanos * NANOS_PER_SECOND;
    boolean ramps = isRamping && measured.delayNanos() < aimNanos(rule);
    double next = ramps ? perSecond * RAMP : stepped(rule, measured.delayNanos(), throughput, nanos);
    double used = Math.min(next, MOST_UNUSED * Math.max(throughput, rule.leastRate()));
    return new ShippingRate(Math.max(rule.leastRate(), used), isRamping ? aim : nextAim(rule, measured.late()), ramps);
  }

  private double stepped(ShippingRule rule, double delay, double throughput, long nanos) {
    double from = Math.max(delay > aimNanos(rule) && differs(throughput, nanos) ? throughput : perSecond, rule.leastRate());
    double slope = nanos / from;
    return Math.max(from + (aimNanos(rule) - delay) / slope, LARGEST_CUT * from);
  }

  /** Returns whether a throughput differs from the rate by more than random arrivals explain. */
  private boolean differs(double throughput, long nanos) {
    double expected = perSecond * nanos / NANOS_PER_SECOND;
    return Math.abs(throughput / perSecond - 1) * Math.sqrt(expected) > DEVIATIONS;
  }

  private double nextAim(ShippingRule rule, double late) {
    double next = aim + AIM_GAIN * (rule.allowedLate() - Math.min(late, MOST_LATE));
    return Math.max(LEAST_AIM, Math.min(next, MOST_AIM));
  }

  /** Returns the delay at which the loop aims, in nanoseconds. */
  double aimNanos(ShippingRule rule) {
    return aim * rule.targetNanos();
  }

  /** Returns whether a delay means that the queue holds more than the interval's rate has put into it. */
  static boolean isOverloaded(ShippingRule rule, double delayNanos) {
    return delayNanos > OVERLOAD * rule.targetNanos();
  }
}
