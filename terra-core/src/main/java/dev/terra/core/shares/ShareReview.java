package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;

/**
 * Whether a new division replaces the one that holds. Statistics are noisy and moving cache costs misses, so that it has to be clearly
 * better; but one that leaves a tenant below its base does not stay.
 *
 * @param margin by how much the least gain of all tenants has to rise, at least 0
 */
public record ShareReview(double margin) {
  /** Rounding noise. */
  private static final double NOISE = 1e-9;

  /** Checks the range. */
  public ShareReview {
    checkArgument(margin >= 0, "margin: expected at least 0, got %s", margin);
  }

  /**
   * The division that holds from now on.
   *
   * @param pool the new statistics
   */
  public ImmutableList<Allotment> next(SharePool pool, ImmutableList<Allotment> current, ImmutableList<Allotment> proposed) {
    double gain = pool.gain(current);
    double better = pool.gain(proposed);
    return better >= gain + margin || (gain < -margin - NOISE && better > gain) ? proposed : current;
  }
}
