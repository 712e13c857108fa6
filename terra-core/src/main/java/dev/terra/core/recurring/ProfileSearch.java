package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Comparator;
import java.util.List;

/**
 * The search for the best setting of a knob that may change within a run. Each setting is profiled for a moment of the first run, and the
 * cheapest one is kept (equation 4.7 of Zeus).
 */
public final class ProfileSearch {
  private ProfileSearch() {}

  /**
   * Returns the cheapest setting; if several are cheapest, the largest of them, which is the fastest.
   *
   * @param profiles the measurements of all settings, at least one
   */
  public static SettingProfile cheapest(CostWeights weights, List<SettingProfile> profiles) {
    return profiles.stream().min(Comparator.<SettingProfile>comparingDouble(profile -> profile.costPerUnit(weights))
        .thenComparing(Comparator.comparingInt(SettingProfile::setting).reversed()))
        .orElseThrow(() -> new IllegalArgumentException("profiles: expected at least one"));
  }

  /**
   * Returns what the cheapest setting would change for a run that keeps another setting (observer mode of Zeus, section 4.5).
   *
   * @param used the setting that the run keeps; one of the measured settings
   */
  public static ObservedSaving observed(CostWeights weights, List<SettingProfile> profiles, int used) {
    SettingProfile kept = profiles.stream().filter(profile -> profile.setting() == used).findFirst().orElse(null);
    checkArgument(kept != null, "setting %s: expected one of those that were measured", used);
    SettingProfile best = cheapest(weights, profiles);
    return new ObservedSaving(best.setting(), best.spentPerUnit() / kept.spentPerUnit(), best.secondsPerUnit() / kept.secondsPerUnit());
  }

  /**
   * What a run would have spent, and how long it would have taken, at the cheapest setting, relative to the setting that it used.
   *
   * @param setting the cheapest setting
   * @param spentPart what the run would have spent, as a part of what it spent
   * @param secondsPart the time that the run would have taken, as a part of the time that it took
   */
  public record ObservedSaving(int setting, double spentPart, double secondsPart) {}
}
