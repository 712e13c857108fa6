package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What is believed of a choice's mean cost: a normal distribution (pseudocode 5 of Zeus).
 *
 * @param mean the mean
 * @param variance the variance, at least 0; infinite where nothing is known
 */
public record CostBelief(double mean, double variance) {
  /** Checks the range. */
  public CostBelief {
    checkArgument(variance >= 0, "variance: expected at least 0, got %s", variance);
  }

  /**
   * What is believed after some runs, by conjugacy. Costs without variance are known exactly.
   *
   * @param count how many runs ended, at least 0
   * @param mean the mean of their costs
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
   * A draw of the mean cost. A choice of which nothing is known comes before all others.
   *
   * @param gaussian a draw from the standard normal distribution
   */
  public double draw(double gaussian) {
    return Double.isInfinite(variance) ? Double.NEGATIVE_INFINITY : mean + Math.sqrt(variance) * gaussian;
  }
}
