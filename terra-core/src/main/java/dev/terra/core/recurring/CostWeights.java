package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The weights that give the cost of a run: {@code eta * spent + (1 - eta) * perSecond * seconds} (equation 4.2 of Zeus, NSDI 2023). If
 * joules are spent, {@code perSecond} is the largest power in watts; if dollars are spent, it is what a second is worth. At eta .5 and 250
 * W, a run of 10 s that takes 1,500 J costs 2,000.
 *
 * @param eta the weight of what is spent, 0 (only time counts) to 1 (time does not count)
 * @param perSecond the cost of a second, in the unit of what is spent, above 0
 */
public record CostWeights(double eta, double perSecond) {
  /** Checks the ranges. */
  public CostWeights {
    checkArgument(eta >= 0 && eta <= 1, "eta: expected 0 to 1, got %s", eta);
    checkArgument(perSecond > 0, "cost of a second: expected more than 0, got %s", perSecond);
  }

  /** Returns the cost of a run. */
  public double cost(double spent, double seconds) {
    return eta * spent + (1 - eta) * perSecond * seconds;
  }
}
