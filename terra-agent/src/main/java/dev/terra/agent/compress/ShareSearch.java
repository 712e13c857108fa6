package dev.terra.agent.compress;

import dev.terra.core.ship.ShippingShare;
import org.jspecify.annotations.Nullable;

/**
 * The search for the share X of a bundle's chunks that are to be compressed. It is Kayak's outer loop (NSDI 2021, section 4.3): X follows
 * the gradient of the rate R(X). Kayak's inner loop finds R as the rate at which requests meet a target for their delay. A bundle needs no
 * inner loop: read-ahead keeps the same number of bytes waiting whatever X is, so delay times rate is constant, and R is the rate at which
 * bytes are sent.
 *
 * <p>Where the bundle's planned rate is used up, its link is the bottleneck. The gradient's sign is then known, since no chunk waits for
 * its compression: X rises. X also rises where the rate is nearly used up and more plain bytes are sent than the rate: of bytes that shrink
 * to a quarter, an X of 9/10 loses a quarter of what a full link can carry, while an X that is too high costs only the time of compressing.
 * Where less of the rate is used, something else is the bottleneck, possibly compressing itself. Then some chunks are sent uncompressed, as
 * a trial. If they are about as fast, X is 0 for a pause; otherwise X follows the gradient ({@link ShippingShare}). Where X is 0, half of
 * the chunks of two steps are compressed, as a trial of the other kind: a small X would show no difference within the noise of speeds, and
 * would cost nearly as much. In both cases the next trial follows after a pause that doubles each time. An instance is an immutable state.
 *
 * @param share the loop's state
 * @param mean the weighted mean of recent steps; null before the first
 * @param rise by how much X rose in the last step because the link was the bottleneck; 0 if it was not
 * @param trial the current trial; null if there is none
 * @param pause the pause before the next trial
 */
public record ShareSearch(ShippingShare share, @Nullable Step mean, double rise, @Nullable Trial trial, Pause pause) {
  /** The least used part of a planned rate that counts as used up. */
  private static final double USED_UP = .97;
  /**
   * The least used part of a rate that counts as used up where more plain bytes are sent than the rate. A share that is too small costs
   * more than one that is too large.
   */
  private static final double NEARLY_USED_UP = .9;
  /** The weight of the newest step in the mean. It is low because a step can be slow only because the agent waited for a core. */
  private static final double NEWEST = .125;
  /**
   * How fast uncompressed chunks have to be, as a part of the speed of compressed ones, for X to become 0. It is below 1 since speeds are
   * noisy, and compressing without a gain takes a core from others.
   */
  private static final double AS_FAST = .9;
  /** The greatest share that is as good as none. */
  private static final double SMALL = .05;
  /** The share of a trial of compressed chunks. It is large enough for its effect to exceed the noise of one step. */
  private static final double TRIED = .5;
  /**
   * The number of steps of a trial of compressed chunks. In the first step, the chunks that are sent were compressed while others were
   * sent.
   */
  private static final int TRIED_STEPS = 2;
  /**
   * The part of the chosen chunks that has to be compressed by the time the other chunks of the step have been sent. Later chunks count in
   * no step.
   */
  private static final double IN_TIME = .5;
  /**
   * The factor by which the rise of X grows if the link was the bottleneck in the step before, too. It is needed because a step takes as
   * long as the bytes that are read ahead last.
   */
  private static final double FASTER = 4;
  /** The first pause before a trial of uncompressed chunks, which costs little even if they are slower. */
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  /** The first pause before a trial of compressed chunks. */
  private static final long FIRST_PAUSE_WITHOUT_NANOS = 8_000_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 32_000_000_000L;

  /**
   * The measurements of a step.
   *
   * @param speed the plain bytes that were sent, as a part of what the planned rate that counts ({@link StandingRate}) allowed
   * @param used the bytes on links, as a part of what the planned rate allowed
   * @param compressed the part of the plain bytes that was sent compressed
   */
  public record Step(double speed, double used, double compressed) {
    /** Returns whether the link is the bottleneck. */
    private boolean isOfLink() {
      return used >= USED_UP || (used >= NEARLY_USED_UP && speed >= 1);
    }

    /** Returns whether uncompressed chunks may be faster. They cannot be faster than the planned rate. */
    private boolean isWorthATrial() {
      return speed < 1;
    }

    /** Returns the same measurements in relation to a planned rate that is so many times as high. */
    private Step under(double times) {
      return new Step(speed / times, used / times, compressed);
    }

    private Step towards(Step next) {
      return new Step(speed + NEWEST * (next.speed - speed), used + NEWEST * (next.used - used),
          compressed + NEWEST * (next.compressed - compressed));
    }
  }

  /**
   * A trial.
   *
   * @param compared the recent speed, with which that of the trial is compared
   * @param asTheyAre true if the trial's chunks are uncompressed; false if a share of them is compressed
   * @param steps how many steps are left; the last one counts
   */
  public record Trial(double compared, boolean asTheyAre, int steps) {
    private Trial next() {
      return new Trial(compared, asTheyAre, steps - 1);
    }
  }

  /**
   * A pause between trials.
   *
   * @param endNanos when the next trial may begin
   * @param nanos the length of the pause; 0 before the first trial
   */
  public record Pause(long endNanos, long nanos) {
    private static final Pause NONE = new Pause(0, 0);

    private Pause next(double share, long nowNanos) {
      long first = share > SMALL ? FIRST_PAUSE_NANOS : FIRST_PAUSE_WITHOUT_NANOS;
      long next = Math.max(first, Math.min(2 * nanos, LONGEST_PAUSE_NANOS));
      return new Pause(nowNanos + next, next);
    }
  }

  /** Returns the state before any measurement, with the share to begin with. */
  public static ShareSearch start(double share) {
    return new ShareSearch(ShippingShare.first(share), null, 0, null, Pause.NONE);
  }

  /** Returns whether there is a trial of uncompressed chunks. */
  public boolean triesWithout() {
    return trial != null && trial.asTheyAre;
  }

  /** Returns whether there is a trial of either kind. */
  boolean isTrial() {
    return trial != null;
  }

  /** Returns X, 0 to 1, for the chunks that are not part of a trial of uncompressed chunks. */
  public double settled() {
    return share.share();
  }

  /** Returns the state after a step. */
  public ShareSearch after(Step step, long nowNanos) {
    if (trial != null) {
      return trial.asTheyAre ? paused(step.speed > AS_FAST * trial.compared ? ShippingShare.first(0) : share, nowNanos)
          : afterCompressing(step, trial, nowNanos);
    }
    Step steps = mean == null ? step : mean.towards(step);
    if (step.isOfLink() || steps.isOfLink()) {
      return risen(steps);
    } else if (nowNanos - pause.endNanos >= 0 && steps.isWorthATrial()) {
      boolean asTheyAre = settled() > SMALL;
      Trial next = new Trial(steps.speed, asTheyAre, asTheyAre ? 1 : TRIED_STEPS);
      return new ShareSearch(asTheyAre ? share : ShippingShare.first(TRIED), steps, 0, next, pause);
    } else if (settled() > steps.compressed + ShippingShare.MOST_MOVE) {
      return with(ShippingShare.first(steps.compressed), steps);
    }
    return with(settled() > SMALL ? share.after(ofMildGradient(step.speed)) : ShippingShare.first(0), steps);
  }

  /** Returns the state after a trial of compressed chunks. If they are in time and faster, the search begins with their share. */
  private ShareSearch afterCompressing(Step step, Trial tried, long nowNanos) {
    if (step.isOfLink()) {
      return risen(step);
    } else if (tried.steps > 1) {
      return new ShareSearch(share, mean, 0, tried.next(), pause);
    }
    boolean faster = step.compressed >= IN_TIME * TRIED && AS_FAST * step.speed > tried.compared;
    ShippingShare next = faster ? share : ShippingShare.first(0);
    return new ShareSearch(next, faster ? step : mean, 0, null, pause.next(next.share(), nowNanos));
  }

  /**
   * Returns the state with a greater X because the link is the bottleneck. X rises by more than in the step before if the link was the
   * bottleneck then, too.
   */
  private ShareSearch risen(Step steps) {
    double move = Math.max(ShippingShare.MOST_MOVE, Math.min(1, FASTER * rise));
    return new ShareSearch(ShippingShare.first(Math.min(1, settled() + move)), steps, move, null, pause);
  }

  /**
   * Returns a speed with a milder gradient. The loop takes a gradient above 4 for a change of the load, and bytes that shrink to a fifth
   * have one that is as steep at X = 1.
   */
  private static double ofMildGradient(double speed) {
    return Math.cbrt(speed);
  }

  /**
   * Returns the state after the planned rate has changed. The measurements stay valid if something other than the link is the bottleneck
   * before and after the change. Otherwise the search begins anew, with a trial as soon as it is worth one: with all chunks if the link has
   * become the bottleneck, since more was sent than the new rate allows; with the present share if the link may have ceased to be the
   * bottleneck.
   *
   * @param times the new rate as a multiple of the previous one; above 0
   */
  ShareSearch replanned(double times) {
    if (mean != null && times < 1 && mean.used >= NEARLY_USED_UP * times) {
      return start(1);
    } else if (mean == null || (times > 1 && mean.isOfLink())) {
      return start(undisturbed().share());
    }
    return new ShareSearch(undisturbed(), mean.under(times), 0, null, pause);
  }

  /** Returns the state for bytes of another kind than those that were measured. */
  ShareSearch ofOtherBytes() {
    return new ShareSearch(ShippingShare.first(undisturbed().share()), null, 0, null, pause);
  }

  /** Returns the share without the trial. */
  private ShippingShare undisturbed() {
    return trial == null || trial.asTheyAre ? share : ShippingShare.first(0);
  }

  /** Returns the state after a trial without a result. */
  public ShareSearch without(long nowNanos) {
    return paused(undisturbed(), nowNanos);
  }

  private ShareSearch with(ShippingShare next, Step steps) {
    return new ShareSearch(next, steps, 0, null, pause);
  }

  private ShareSearch paused(ShippingShare next, long nowNanos) {
    return new ShareSearch(next, mean, 0, null, pause.next(next.share(), nowNanos));
  }
}
