package dev.terra.schedule.cost;

import dev.terra.core.units.CostLimits;
import org.jspecify.annotations.Nullable;

/**
 * What is more important to those who wait for a shuffle, money or time.
 *
 * @param usdPerHour what an hour is worth, US dollars, 0 to 10^9; infinite where money decides nothing
 * @param budget what all of it may cost; null where nothing bounds that
 */
public record CostGoal(double usdPerHour, @Nullable CostBudget budget) {
  /** Time alone counts. */
  public static final CostGoal TIME = new CostGoal(Double.POSITIVE_INFINITY, null);

  /** Checks the range. */
  public CostGoal {
    if (usdPerHour != Double.POSITIVE_INFINITY) {
      CostLimits.check("the value of an hour in US dollars", usdPerHour, CostLimits.MOST_USD_PER_HOUR);
    }
  }

  /** Whether a hard budget bounds the cost. */
  public boolean isHard() {
    return budget != null && budget.strictness() == CostBudget.Strictness.HARD;
  }

  /** Whether money decides nothing. */
  public boolean isTimeAlone() {
    return Double.isInfinite(usdPerHour) && budget == null;
  }
}
