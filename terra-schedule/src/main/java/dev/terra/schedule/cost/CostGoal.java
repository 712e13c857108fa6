package dev.terra.schedule.cost;

import dev.terra.core.units.CostLimits;
import org.jspecify.annotations.Nullable;

/**
 * Whether money or time is more important to the readers of a shuffle.
 *
 * @param usdPerHour what an hour is worth, US dollars, 0 to 10^9; infinite where money decides nothing
 * @param budget the most that all bytes of the shuffle may cost; null where nothing bounds the cost
 */
public record CostGoal(double usdPerHour, @Nullable CostBudget budget) {
  /** The goal for which only time counts. */
  public static final CostGoal TIME = new CostGoal(Double.POSITIVE_INFINITY, null);

  /** Checks the range. */
  public CostGoal {
    if (usdPerHour != Double.POSITIVE_INFINITY) {
      CostLimits.check("the value of an hour in US dollars", usdPerHour, CostLimits.MOST_USD_PER_HOUR);
    }
  }

  /** Returns whether a hard budget bounds the cost. */
  public boolean isHard() {
    return budget != null && budget.strictness() == CostBudget.Strictness.HARD;
  }

  /** Returns whether money decides nothing. */
  public boolean isTimeAlone() {
    return Double.isInfinite(usdPerHour) && budget == null;
  }
}
