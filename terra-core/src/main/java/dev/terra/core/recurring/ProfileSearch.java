package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Comparator;
import java.util.List;

/**
 * The search for a setting that may change within a run: all settings are profiled for a moment of the first run, and the cheapest one is
 * kept (equation 4.7 of Zeus).
 */
public final class ProfileSearch {
  private ProfileSearch() {}

  /**
   * The cheapest setting; of several, the largest one, which is the fastest.
   *
   * @param profiles what was measured, at least one
   */
  public static SettingProfile cheapest(CostWeights weights, List<SettingProfile> profiles) {
    return profiles.stream().min(Comparator.<SettingProfile>comparingDouble(profile -> profile.costPerUnit(weights))
        .thenComparing(Comparator.comparingInt(SettingProfile::setting).reversed()))
        .orElseThrow(() -> new IllegalArgumentException("profiles: expected at least one"));
  }

  /**
   * What the cheapest setting would change, for a run that keeps another one (observer mode of Zeus, section 4.5).
   *
   * @param used the setting that the run keeps, one of those that were measured
   */
  public static ObservedSaving observed(CostWeights weights, List<SettingProfile> profiles, int used) {
    SettingProfile kept = profiles.stream().filter(profile -> profile.setting() == used).findFirst().orElse(null);
    checkArgument(kept != null, "setting %s: expected one of those that were measured", used);
    SettingProfile best = cheapest(weights, profiles);
    return new ObservedSaving(best.setting(), best.spentPerUnit() / kept.spentPerUnit(), best.secondsPerUnit() / kept.secondsPerUnit());
  }

  /**
   * What a run would have spent and taken at the cheapest setting, beside what it did.
   *
   * @param setting the cheapest setting
   * @param spentPart what it would have spent, as a part of what was spent
   * @param secondsPart what it would have taken, as a part of what it took
   */
  public record ObservedSaving(int setting, double spentPart, double secondsPart) {}
}
