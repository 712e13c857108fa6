package dev.terra.schedule.policy;

/**
 * The last plan of a shuffle with everything it depended on: the base, and what was left of each link that its paths touch. If both
 * are the same to the last bit, solving again would give the same plan.
 */
final class PlanCache {
  private long baseVersion = -1;
  private double[] seen = {};
  private Plan plan = Plan.NONE;

  /** The plan for these links; null if it has to be solved. */
  Plan find(ShuffleState shuffle, double[] residual) {
    if (baseVersion != shuffle.baseVersion()) {
      return null;
    }
    int[] touched = shuffle.touchedLinks(residual.length);
    for (int i = 0; i < touched.length; i++) {
      if (residual[touched[i]] != seen[i]) {
        return null;
      }
    }
    return plan;
  }

  void store(ShuffleState shuffle, double[] residual, Plan newPlan) {
    int[] touched = shuffle.touchedLinks(residual.length);
    if (seen.length != touched.length) {
      seen = new double[touched.length];
    }
    for (int i = 0; i < touched.length; i++) {
      seen[i] = residual[touched[i]];
    }
    baseVersion = shuffle.baseVersion();
    plan = newPlan;
  }
}
