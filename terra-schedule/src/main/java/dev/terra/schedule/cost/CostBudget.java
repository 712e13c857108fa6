package dev.terra.schedule.cost;

import dev.terra.core.units.CostLimits;

/**
 * The most that a shuffle may cost.
 *
 * @param maxUsd US dollars, 0 to 10^9
 * @param strictness what happens where the cheapest plan costs more
 */
public record CostBudget(double maxUsd, Strictness strictness) {
  private static final double ROUNDING = 1e-9;

  /** What happens where the cheapest plan costs more than a budget. */
  public enum Strictness {
    /** There is no plan. */
    HARD,
    /** The cheapest plan is taken. */
    SOFT
  }

  /** Checks the range. */
  public CostBudget {
    CostLimits.check("a budget of US dollars", maxUsd, CostLimits.MOST_USD);
  }

  /** Returns whether an amount of US dollars is above this budget by more than rounding. */
  public boolean isBelow(double usd) {
    return maxUsd < usd * (1 - ROUNDING);
  }
}
