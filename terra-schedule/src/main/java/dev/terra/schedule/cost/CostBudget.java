package dev.terra.schedule.cost;

/**
 * What may be spent.
 *
 * @param maxUsd US dollars, at least 0
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
    if (!(maxUsd >= 0) || !Double.isFinite(maxUsd)) {
      throw new IllegalArgumentException("a budget is at least 0 US dollars and finite, got " + maxUsd);
    }
  }

  /** Whether something costs more; a difference of rounding is none. */
  public boolean isBelow(double usd) {
    return maxUsd < usd * (1 - ROUNDING);
  }
}
