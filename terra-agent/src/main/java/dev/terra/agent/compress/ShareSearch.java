package dev.terra.agent.compress;

import dev.terra.core.ship.ShippingShare;

/**
 * The share X of a bundle's chunks that are to be compressed, by Kayak's outer loop (NSDI 2021, section 4.3): X follows the gradient of the
 * rate R(X). Kayak's inner loop finds R as the rate at which requests meet a target for their delay. A bundle needs no such loop, as
 * read-ahead keeps the same bytes waiting whatever X is: delay times rate is constant, and the rate is what goes.
 *
 * <p>Where the bundle's planned rate is used up, its link is the bottleneck and the gradient's sign is known, since no chunk waits for its
 * compression: X rises. Where it is not, something else is the bottleneck, and compressing may be it. Then some chunks go as they are, as a
 * trial. If they are faster, X stays 0 for a pause; if not, the gradient is followed ({@link ShippingShare}). Either way the next trial
 * comes after a pause that doubles. An instance is a state; it does not change.
 *
 * @param share the loop's state
 * @param used what part of the planned rate was used of late, as a mean over steps; 0 before the first
 * @param compared the speed that the trial of now is compared with; 0: there is no trial now
 * @param againNanos when the next trial may begin
 * @param pauseNanos how long the pause until then was; 0 before the first
 */
public record ShareSearch(ShippingShare share, double used, double compared, long againNanos, long pauseNanos) {
  /** A planned rate of which less goes is not used up. */
  private static final double USED_UP = .97;
  /** A chunk that is late by half its time makes a step look slow: a rate is used up if it is on average. */
  private static final double NEWEST = .125;
  /** Chunks that go as they are have to be faster by so much, as speeds have noise. */
  private static final double FASTER = 1.03;
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
  public record Step(double speed, double used, double compressed) {}

  /** The state before anything was measured, with the share to begin with. */
  public static ShareSearch start(double share) {
    return new ShareSearch(ShippingShare.first(share), 0, 0, 0, 0);
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
      return paused(step.speed > FASTER * compared ? ShippingShare.first(0) : share, nowNanos);
    }
    double mean = used == 0 ? step.used : used + NEWEST * (step.used - used);
    return new ShareSearch(share, mean, 0, againNanos, pauseNanos).afterMean(step, nowNanos);
  }

  private ShareSearch afterMean(Step step, long nowNanos) {
    boolean mayTry = nowNanos - againNanos >= 0;
    if (Math.max(step.used, used) >= USED_UP) {
      return with(ShippingShare.first(Math.min(1, settled() + ShippingShare.MOST_MOVE)));
    } else if (mayTry && settled() > SMALL) {
      return new ShareSearch(share, used, step.speed, againNanos, pauseNanos);
    }
    if (settled() > step.compressed + ShippingShare.MOST_MOVE) {
      return with(ShippingShare.first(step.compressed));
    }
    return mayTry || settled() > 0 ? with(share.after(ofMildGradient(step.speed))) : this;
  }

  /** The loop takes a gradient above 4 for a change of the load, and that of bytes that shrink five times is as steep at X = 1. */
  private static double ofMildGradient(double speed) {
    return Math.cbrt(speed);
  }

  /** The state after a trial without a result. */
  public ShareSearch without(long nowNanos) {
    return paused(share, nowNanos);
  }

  private ShareSearch with(ShippingShare next) {
    return new ShareSearch(next, used, 0, againNanos, pauseNanos);
  }

  private ShareSearch paused(ShippingShare next, long nowNanos) {
    long pause = Math.max(FIRST_PAUSE_NANOS, Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS));
    return new ShareSearch(next, used, 0, nowNanos + pause, pause);
  }
}
