package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The belief about the mean cost of a choice: a normal distribution (pseudocode 5 of Zeus, NSDI 2023).
 *
 * @param mean the mean of the distribution
 * @param variance the variance of the distribution, at least 0; infinite if nothing is known
 */
public record CostBelief(double mean, double variance) {
  /** Checks the range. */
  public CostBelief {
    checkArgument(variance >= 0, "variance: expected at least 0, got %s", variance);
  }

  /**
   * Returns the belief after some runs: the conjugate posterior. If costs have no variance, the mean is known exactly.
   *
   * @param count the number of runs that ended, at least 0
   * @param mean the mean cost of these runs
   * @param variance the variance of a run's cost, at least 0
   */
  public static CostBelief after(CostPrior prior, int count, double mean, double variance) {
    if (count > 0 && variance == 0) {
      return new CostBelief(mean, 0);
    }
    double measured = count == 0 ? 0 : count / variance;
    double precision = prior.precision() + measured;
    return precision == 0 ? new CostBelief(prior.mean(), Double.POSITIVE_INFINITY)
        : new CostBelief((prior.precision() * prior.mean() + measured * mean) / precision, 1 / precision);
  }

  /**
   * Returns a draw of the mean cost; negative infinity for a choice of which nothing is known, so that it comes before all others.
   *
   * @param gaussian a draw from the standard normal distribution
   */
  public double draw(double gaussian) {
    return Double.isInfinite(variance) ? Double.NEGATIVE_INFINITY : mean + Math.sqrt(variance) * gaussian;
  }
}
