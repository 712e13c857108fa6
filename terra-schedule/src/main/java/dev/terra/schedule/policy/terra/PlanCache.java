package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.BundlesInRound;
import dev.terra.schedule.policy.round.LinearPrograms;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last plan of a shuffle with everything on which it depended: the bundles' volumes, and what was left of each link that their paths
 * touch. If both are the same to the last bit, solving again would give the same plan. Otherwise, its {@link LinearPrograms.LastSplit} may
 * be good enough.
 */
final class PlanCache {
  private final LinearPrograms.LastSplit lastSplit = new LinearPrograms.LastSplit();
  private @Nullable BundlesInRound bundles;
  private double[] seen = {};
  private RatePlan plan = RatePlan.NONE;

  LinearPrograms.LastSplit lastSplit() {
    return lastSplit;
  }

  /** Returns the plan for these links; empty if it has to be solved. */
  Optional<RatePlan> find(BundlesInRound now, double[] residual) {
    if (bundles != now) {
      return Optional.empty();
    }
    int[] touched = now.touchedLinks(residual.length);
    for (int i = 0; i < touched.length; i++) {
      if (residual[touched[i]] != seen[i]) {
        return Optional.empty();
      }
    }
    return Optional.of(plan);
  }

  void store(BundlesInRound now, double[] residual, RatePlan newPlan) {
    int[] touched = now.touchedLinks(residual.length);
    if (seen.length != touched.length) {
      seen = new double[touched.length];
    }
    for (int i = 0; i < touched.length; i++) {
      seen[i] = residual[touched[i]];
    }
    bundles = now;
    plan = newPlan;
  }
}
