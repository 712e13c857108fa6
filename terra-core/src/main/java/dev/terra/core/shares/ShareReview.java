package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;

/**
 * Decides whether a new division replaces the present one. Statistics are noisy and moving cache costs misses, so the new division has to
 * be clearly better. If the present division leaves a tenant below its base by more than the margin, any better division replaces it.
 *
 * @param margin the amount by which the least gain of all tenants has to rise, at least 0
 */
public record ShareReview(double margin) {
  /** The rounding error of a gain. */
  private static final double NOISE = 1e-9;

  /** Checks the range. */
  public ShareReview {
    checkArgument(margin >= 0, "margin: expected at least 0, got %s", margin);
  }

  /**
   * Returns the division that is used from now on.
   *
   * @param pool the new statistics
   */
  public ImmutableList<Allotment> next(SharePool pool, ImmutableList<Allotment> current, ImmutableList<Allotment> proposed) {
    double gain = pool.gain(current);
    double better = pool.gain(proposed);
    return better >= gain + margin || (gain < -margin - NOISE && better > gain) ? proposed : current;
  }
}
