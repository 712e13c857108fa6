package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What is believed of a choice's mean cost before it ran: a normal distribution.
 *
 * @param mean its mean
 * @param precision 1 / its variance, at least 0; at 0 nothing is known
 */
public record CostPrior(double mean, double precision) {
  /** Nothing is known. */
  public static final CostPrior FLAT = new CostPrior(0, 0);

  /** Checks the range. */
  public CostPrior {
    checkArgument(precision >= 0, "precision: expected at least 0, got %s", precision);
  }
}
