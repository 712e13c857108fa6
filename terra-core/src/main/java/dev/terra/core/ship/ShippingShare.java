package dev.terra.core.ship;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The outer loop of {@link Shipping}. It finds the share X that is worked on before it is shipped, by gradient ascent on the rate R(X) at
 * which the inner loop settles, clipped to [0, 1] (Kayak, NSDI 2021, section 4.3, pseudocode 2).
 *
 * <p>The gradient is that of ln R, so that it has the same size for all rates: (ln R - ln R') / (X - X') of the last two settled rates. X
 * moves by the gradient times a gain, by at least {@value #LEAST_MOVE}, since a share that rests shows no gradient, and by at most
 * {@value #MOST_MOVE}. The gain halves if a move lowered R and recovers if it raised R, because the gradient does not vanish around an
 * optimum with a kink, where two servers are loaded alike. At a bound, X moves back by the least move. If R changes by more than a move
 * explains, the search begins again. An instance is a state; it does not change.
 *
 * @param share X, 0 to 1
 * @param lastShare X one step before, 0 to 1
 * @param lastRate the rate R at which the inner loop settled at that share; 0 if it has not settled
 * @param gain the distance by which a gradient of 1 moves X, above 0
 * @param gradient the gradient of ln R over X, as estimated from the moves so far
 */
public record ShippingShare(double share, double lastShare, double lastRate, double gain, double gradient) {
  /** The least distance by which X moves. */
  public static final double LEAST_MOVE = .015;
  /** The largest distance by which X moves. */
  public static final double MOST_MOVE = .08;

  private static final double MOST_GAIN = .08;
  private static final double LEAST_GAIN = .01;
  private static final double RECOVERY = 1.3;
  private static final double CUT = .5;
  /** The largest gradient that is attributed to the share. A larger change comes from the load or from what the servers can do. */
  private static final double MOST_GRADIENT = 4;
  private static final double MIDDLE = .5;
  /**
   * The size of a move whose gradient counts as much as all earlier ones. The gradient of a smaller move counts less, since it is mostly
   * noise.
   */
  private static final double HALF_TRUSTED = .03;

  /** Checks the ranges. */
  public ShippingShare {
    checkArgument(share >= 0 && share <= 1 && lastShare >= 0 && lastShare <= 1, "share: expected 0 to 1, got %s after %s", share,
        lastShare);
    checkArgument(lastRate >= 0, "rate: expected at least 0, got %s", lastRate);
    checkArgument(gain > 0, "gain: expected above 0, got %s", gain);
  }

  /** Returns the state before the inner loop has settled for the first time. */
  public static ShippingShare first(double share) {
    return new ShippingShare(share, share, 0, MOST_GAIN, 0);
  }

  /**
   * Returns the state after the inner loop has settled.
   *
   * @param rate R at this share, above 0
   */
  public ShippingShare after(double rate) {
    checkArgument(rate > 0, "rate: expected more than 0, got %s", rate);
    double measured = lastRate == 0 ? Double.NaN : Math.log(rate / lastRate) / (share - lastShare);
    if (!(Math.abs(measured) <= MOST_GRADIENT)) {
      double probe = share > MIDDLE ? -LEAST_MOVE : LEAST_MOVE;
      return new ShippingShare(share + probe, share, rate, MOST_GAIN, 0);
    }
    double move = Math.abs(share - lastShare);
    double next = gradient + (measured - gradient) * move / (move + HALF_TRUSTED);
    double nextGain = rate >= lastRate ? Math.min(gain * RECOVERY, MOST_GAIN) : Math.max(gain * CUT, LEAST_GAIN);
    return new ShippingShare(moved(nextGain * next), share, rate, nextGain, next);
  }

  private double moved(double by) {
    double size = Math.max(LEAST_MOVE, Math.min(Math.abs(by), MOST_MOVE));
    double clipped = Math.max(0, Math.min(share + Math.copySign(size, by), 1));
    return clipped == share ? share - Math.copySign(LEAST_MOVE, by) : clipped;
  }
}
