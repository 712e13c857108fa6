package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What was measured at one setting of a knob that may change within a run and does not change what is computed: for a power limit, the
 * average power and the time of an epoch.
 *
 * @param setting the setting: a power limit in watts, a level
 * @param spentPerSecond what a second spends, at least 0
 * @param secondsPerUnit what a unit of work takes, above 0
 */
public record SettingProfile(int setting, double spentPerSecond, double secondsPerUnit) {
  /** Checks the ranges. */
  public SettingProfile {
    checkArgument(spentPerSecond >= 0, "spent in a second: expected at least 0, got %s", spentPerSecond);
    checkArgument(secondsPerUnit > 0, "time of a unit: expected more than 0 s, got %s", secondsPerUnit);
  }

  /** What a unit of work spends. */
  public double spentPerUnit() {
    return spentPerSecond * secondsPerUnit;
  }

  /** What a unit of work costs (the quotient of equation 4.7 of Zeus). */
  public double costPerUnit(CostWeights weights) {
    return weights.cost(spentPerUnit(), secondsPerUnit);
  }
}
