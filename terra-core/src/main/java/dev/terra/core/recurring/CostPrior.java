package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The belief about the mean cost of a choice before any run used it: a normal distribution.
 *
 * @param mean the mean of the distribution
 * @param precision 1 / the variance of the distribution, at least 0; 0 if nothing is known
 */
public record CostPrior(double mean, double precision) {
  /** The belief if nothing is known. */
  public static final CostPrior FLAT = new CostPrior(0, 0);

  /** Checks the range. */
  public CostPrior {
    checkArgument(precision >= 0, "precision: expected at least 0, got %s", precision);
  }
}
