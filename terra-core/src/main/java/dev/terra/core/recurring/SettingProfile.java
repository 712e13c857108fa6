package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The measurements at one setting of a knob that may change within a run and does not change the result. For a power limit, these are the
 * average power and the time of an epoch.
 *
 * @param setting the setting, such as a power limit in watts, or a level
 * @param spentPerSecond what is spent in a second, at least 0
 * @param secondsPerUnit the time of a unit of work, above 0
 */
public record SettingProfile(int setting, double spentPerSecond, double secondsPerUnit) {
  /** Checks the ranges. */
  public SettingProfile {
    checkArgument(spentPerSecond >= 0, "spent in a second: expected at least 0, got %s", spentPerSecond);
    checkArgument(secondsPerUnit > 0, "time of a unit: expected more than 0 s, got %s", secondsPerUnit);
  }

  /** Returns what is spent for a unit of work. */
  public double spentPerUnit() {
    return spentPerSecond * secondsPerUnit;
  }

  /** Returns the cost of a unit of work (the quotient of equation 4.7 of Zeus). */
  public double costPerUnit(CostWeights weights) {
    return weights.cost(spentPerUnit(), secondsPerUnit);
  }
}
