package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The inner loop of {@link Shipping}: the rate R at which the measured delay T meets its target t0, by Newton's step
 * R + (t0 - T) / (dT/dR) (Kayak, NSDI 2021, section 4.3, pseudocode 1).
 *
 * <p>The slope dT/dR is that of a fluid queue whose server is always busy: what a step of the rate adds to the queue within an interval
 * takes interval / R to serve, for each request a second. It is the steepest that a queue can have within an interval, so that a step does
 * not overshoot; the slope between two measurements, which the paper takes, has the wrong sign as often as not where both have noise. For
 * example, with a target of 200 us, an interval of 5 ms and a delay of 100 us, the rate rises by 2 %.
 *
 * <p>Where the delay is above the target and what ended differs from R by more than chance, that is what busy servers can do: the step
 * starts there and not at R, as a queue that is left over is no sign of R being too high any more. Until the delay reaches the target for
 * the first time, the rate doubles. A step takes at most a half, as in the paper where R would fall below 0.
 *
 * <p>A percentile that is measured in short intervals strays. The loop aims at a part of the target that follows how much was late in all:
 * it rises by what may be late and falls by what was, so that it rests where the two are equal.
 * An instance is a state; it does not change.
 *
 * @param perSecond R, in requests (or bytes) a second, above 0
 * @param aim the part of the target at which the loop aims, above 0 and at most 1
 * @param isRamping whether the delay has never reached the target
 */
public record ShippingRate(double perSecond, double aim, boolean isRamping) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double RAMP = 2;
  private static final double OVERLOAD = 2;
  private static final double DEVIATIONS = 2;
  private static final double LARGEST_CUT = .5;
  /** Rates that are not used do not rise for ever. */
  private static final double MOST_UNUSED = 2.5;
  private static final double MOST_AIM = .9;
  private static final double LEAST_AIM = .3;
  private static final double AIM_GAIN = .2;
  /** One interval of overload, as when the load changes, moves the aim by no more than this allows. */
  private static final double MOST_LATE = .2;

  /** Checks the ranges. */
  public ShippingRate {
    checkArgument(perSecond > 0, "rate: expected more than 0, got %s", perSecond);
    checkArgument(aim > 0 && aim <= 1, "aim: expected above 0 to 1, got %s", aim);
  }

  /** The state before anything was measured. */
  public static ShippingRate first(double perSecond) {
    return new ShippingRate(perSecond, MOST_AIM, true);
  }

  /**
   * The state after an interval at this rate.
   *
   * @param nanos how long the interval was, above 0
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

  /** Whether a throughput differs from the rate by more than the chance of arrivals explains. */
  private boolean differs(double throughput, long nanos) {
    double expected = perSecond * nanos / NANOS_PER_SECOND;
    return Math.abs(throughput / perSecond - 1) * Math.sqrt(expected) > DEVIATIONS;
  }

  private double nextAim(ShippingRule rule, double late) {
    double next = aim + AIM_GAIN * (rule.allowedLate() - Math.min(late, MOST_LATE));
    return Math.max(LEAST_AIM, Math.min(next, MOST_AIM));
  }

  /** The delay at which the loop aims, in nanoseconds. */
  double aimNanos(ShippingRule rule) {
    return aim * rule.targetNanos();
  }

  /** Whether a delay says that the queue holds more than the rate of the interval put into it. */
  static boolean isOverloaded(ShippingRule rule, double delayNanos) {
    return delayNanos > OVERLOAD * rule.targetNanos();
  }
}
