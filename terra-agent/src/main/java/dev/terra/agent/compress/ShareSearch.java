package dev.terra.agent.compress;

import dev.terra.core.ship.ShippingShare;
import org.jspecify.annotations.Nullable;

/**
 * The share X of a bundle's chunks that are to be compressed, by Kayak's outer loop (NSDI 2021, section 4.3): X follows the gradient of the
 * rate R(X). Kayak's inner loop finds R as the rate at which requests meet a target for their delay. A bundle needs no such loop, as
 * read-ahead keeps the same bytes waiting whatever X is: delay times rate is constant, and the rate is what goes.
 *
 * <p>Where the bundle's planned rate is used up, its link is the bottleneck and the gradient's sign is known, since no chunk waits for its
 * compression: X rises. It does so as well where the rate is nearly used up and more plain bytes go than it: of bytes that shrink to a
 * quarter, an X of 9/10 loses a quarter of what a full link can carry, while an X that is too high costs what compressing takes. Where less
 * is used, something else is the bottleneck, and compressing may be it. Then some chunks go as they are, as a trial. If they are about as
 * fast, X stays 0 for a pause; if not, the gradient is followed ({@link ShippingShare}). Either way the next trial comes after a pause
 * that doubles. An instance is a state; it does not change.
 *
 * @param share the loop's state
 * @param mean what steps were like of late; null before the first
 * @param rise by how much the last step made X rise, as the link was the bottleneck; 0 if it was not
 * @param compared the speed that the trial of now is compared with; 0: there is no trial now
 * @param pause until the next trial
 */
public record ShareSearch(ShippingShare share, @Nullable Step mean, double rise, double compared, Pause pause) {
  /** A planned rate of which less goes is not used up. */
  private static final double USED_UP = .97;
  /** A rate of which so much goes counts as used up where more plain bytes go than it: a share too small costs more than one too large. */
  private static final double NEARLY_USED_UP = .9;
  /** The weight of the newest step: one that is slow, as its agent has waited for a core, says nothing of the link. */
  private static final double NEWEST = .125;
  /** Chunks that go as they are have to be nearly as fast: speeds have noise, and compressing for nothing takes a core from others. */
  private static final double AS_FAST = .9;
  /** A share that is smaller costs too little for a trial to be worth it. */
  private static final double SMALL = .05;
  private static final long FIRST_PAUSE_NANOS = 2_000_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 32_000_000_000L;

  /**
   * What a step was like.
   *
   * @param speed plain bytes that went, as a part of what the planned rate allowed
   * @param used what that was on links, as a part of what the planned rate allowed
   * @param compressed the part of the plain bytes that went compressed
   */
  public record Step(double speed, double used, double compressed) {
    /** Whether the link is the bottleneck. */
    private boolean isOfLink() {
      return used >= USED_UP || (used >= NEARLY_USED_UP && speed >= 1);
    }

    /** Whether chunks that go as they are may be faster, as they cannot be than the planned rate. */
    private boolean isWorthATrial() {
      return speed < 1;
    }

    private Step towards(Step next) {
      return new Step(speed + NEWEST * (next.speed - speed), used + NEWEST * (next.used - used),
          compressed + NEWEST * (next.compressed - compressed));
    }
  }

  /**
   * A pause between trials.
   *
   * @param endNanos when the next trial may begin
   * @param nanos how long it is; 0 before the first trial
   */
  public record Pause(long endNanos, long nanos) {
    private static final Pause NONE = new Pause(0, 0);

    private Pause next(long nowNanos) {
      long next = Math.max(FIRST_PAUSE_NANOS, Math.min(2 * nanos, LONGEST_PAUSE_NANOS));
      return new Pause(nowNanos + next, next);
    }
  }

  /** The state before anything was measured, with the share to begin with. */
  public static ShareSearch start(double share) {
    return new ShareSearch(ShippingShare.first(share), null, 0, 0, Pause.NONE);
  }

  /** Whether some chunks go as they are, to see how fast that is. */
  public boolean isTrial() {
    return compared > 0;
  }

  /** X, 0 to 1, of what goes beside a trial. */
  public double settled() {
    return share.share();
  }

  /** The state after a step. */
  public ShareSearch after(Step step, long nowNanos) {
    if (isTrial()) {
      return paused(step.speed > AS_FAST * compared ? ShippingShare.first(0) : share, nowNanos);
    }
    Step steps = mean == null ? step : mean.towards(step);
    boolean mayTry = nowNanos - pause.endNanos >= 0;
    if (step.isOfLink() || steps.isOfLink()) {
      double move = Math.min(2 * ShippingShare.MOST_MOVE, ShippingShare.MOST_MOVE + rise);
      return new ShareSearch(ShippingShare.first(Math.min(1, settled() + move)), steps, move, 0, pause);
    } else if (mayTry && settled() > SMALL && steps.isWorthATrial()) {
      return new ShareSearch(share, steps, 0, steps.speed, pause);
    } else if (settled() > steps.compressed + ShippingShare.MOST_MOVE) {
      return with(ShippingShare.first(steps.compressed), steps);
    }
    return with(mayTry || settled() > 0 ? share.after(ofMildGradient(step.speed)) : share, steps);
  }

  /** The loop takes a gradient above 4 for a change of the load, and that of bytes that shrink five times is as steep at X = 1. */
  private static double ofMildGradient(double speed) {
    return Math.cbrt(speed);
  }

  /** The state after a trial without a result. */
  public ShareSearch without(long nowNanos) {
    return paused(share, nowNanos);
  }

  private ShareSearch with(ShippingShare next, Step steps) {
    return new ShareSearch(next, steps, 0, 0, pause);
  }

  private ShareSearch paused(ShippingShare next, long nowNanos) {
    return new ShareSearch(next, mean, 0, 0, pause.next(nowNanos));
  }
}
