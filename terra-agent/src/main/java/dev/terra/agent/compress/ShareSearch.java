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
 * fast, X stays 0 for a pause; if not, the gradient is followed ({@link ShippingShare}). Where X is 0, half of the chunks of two steps are
 * compressed, as a trial of the other kind: a small X shows no difference among the noise of speeds, and costs nearly as much. Either way
 * the next trial comes after a pause that doubles. An instance is a state; it does not change.
 *
 * @param share the loop's state
 * @param mean what steps were like of late; null before the first
 * @param rise by how much the last step made X rise, as the link was the bottleneck; 0 if it was not
 * @param trial the one of now; null: there is none
 * @param pause until the next trial
 */
public record ShareSearch(ShippingShare share, @Nullable Step mean, double rise, @Nullable Trial trial, Pause pause) {
  /** A planned rate of which less goes is not used up. */
  private static final double USED_UP = .97;
  /** A rate of which so much goes counts as used up where more plain bytes go than it: a share too small costs more than one too large. */
  private static final double NEARLY_USED_UP = .9;
  /** The weight of the newest step: one that is slow, as its agent has waited for a core, says nothing of the link. */
  private static final double NEWEST = .125;
  /** Chunks that go as they are have to be nearly as fast: speeds have noise, and compressing for nothing takes a core from others. */
  private static final double AS_FAST = .9;
  /** A share that is smaller is as good as none. */
  private static final double SMALL = .05;
  /** The share of a trial whether compressing is faster: large enough to show beside the noise of one step. */
  private static final double TRIED = .5;
  /** In the first step, chunks go that were compressed while others were sent. */
  private static final int TRIED_STEPS = 2;
  /** The part of the chosen chunks that has to be compressed when the others of the step have gone: later ones are in no step. */
  private static final double IN_TIME = .5;
  /** So many times as much X rises where the link was the bottleneck in the step before, too: steps take as long as what is read ahead. */
  private static final double FASTER = 4;
  /** The first pause before a trial of chunks as they are, which costs little even where they are slower. */
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  /** The first pause before a trial of compressed chunks. */
  private static final long FIRST_PAUSE_WITHOUT_NANOS = 8_000_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 32_000_000_000L;

  /**
   * What a step was like.
   *
   * @param speed plain bytes that went, as a part of what the planned rate that counts ({@link StandingRate}) allowed
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

    /** What these bytes are beside a planned rate that is so many times as high. */
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
   * @param compared the speed of late, which that of the trial is compared with
   * @param asTheyAre whether its chunks go as they are; otherwise a share of them is compressed
   * @param steps how many it still has; the last one counts
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
   * @param nanos how long it is; 0 before the first trial
   */
  public record Pause(long endNanos, long nanos) {
    private static final Pause NONE = new Pause(0, 0);

    private Pause next(double share, long nowNanos) {
      long first = share > SMALL ? FIRST_PAUSE_NANOS : FIRST_PAUSE_WITHOUT_NANOS;
      long next = Math.max(first, Math.min(2 * nanos, LONGEST_PAUSE_NANOS));
      return new Pause(nowNanos + next, next);
    }
  }

  /** The state before anything was measured, with the share to begin with. */
  public static ShareSearch start(double share) {
    return new ShareSearch(ShippingShare.first(share), null, 0, null, Pause.NONE);
  }

  /** Whether there is a trial of chunks that go as they are. */
  public boolean triesWithout() {
    return trial != null && trial.asTheyAre;
  }

  /** Whether there is a trial, of either kind. */
  boolean isTrial() {
    return trial != null;
  }

  /** X, 0 to 1, of what goes beside a trial. */
  public double settled() {
    return share.share();
  }

  /** The state after a step. */
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

  /** The state after a trial of compressed chunks: if they are in time and faster, the search begins from there. */
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

  /** The link is the bottleneck: X rises, and more than in the step before if it was then, too. */
  private ShareSearch risen(Step steps) {
    double move = Math.max(ShippingShare.MOST_MOVE, Math.min(1, FASTER * rise));
    return new ShareSearch(ShippingShare.first(Math.min(1, settled() + move)), steps, move, null, pause);
  }

  /** The loop takes a gradient above 4 for a change of the load, and that of bytes that shrink five times is as steep at X = 1. */
  private static double ofMildGradient(double speed) {
    return Math.cbrt(speed);
  }

  /**
   * The state after the planned rate has changed. What was measured stands, where something else than the link is the bottleneck before and
   * after. Otherwise the search begins anew, with a trial as soon as one is worth it: with all chunks if the link is the bottleneck now, as
   * more went than may go; with the share that there is if it no longer need be.
   *
   * @param times the new rate, as a multiple of the one before; above 0
   */
  ShareSearch replanned(double times) {
    if (mean != null && times < 1 && mean.used >= NEARLY_USED_UP * times) {
      return start(1);
    } else if (mean == null || (times > 1 && mean.isOfLink())) {
      return start(undisturbed().share());
    }
    return new ShareSearch(undisturbed(), mean.under(times), 0, null, pause);
  }

  /** The state where other bytes come than those that were measured. */
  ShareSearch ofOtherBytes() {
    return new ShareSearch(ShippingShare.first(undisturbed().share()), null, 0, null, pause);
  }

  /** What the share is without the trial. */
  private ShippingShare undisturbed() {
    return trial == null || trial.asTheyAre ? share : ShippingShare.first(0);
  }

  /** The state after a trial without a result. */
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
