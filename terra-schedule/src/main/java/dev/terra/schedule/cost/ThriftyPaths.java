package dev.terra.schedule.cost;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.Path;
import dev.terra.schedule.PathRate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The paths that the bundles of a shuffle may take as long as its goal holds, in the order of the planner's bundles. Among these paths, a
 * scheduler considers time alone.
 *
 * <p>A value of time allows the paths of its plan, and a soft budget allows the paths of the fastest plan within the budget. Under a hard
 * budget, no split of the bytes over these paths costs more than the budget, whatever the scheduler does: even if each bundle takes its
 * dearest path, the sum is within the budget.
 */
public final class ThriftyPaths {
  private ThriftyPaths() {}

  /**
   * Returns the allowed paths for what is left of a shuffle.
   *
   * @param planner the planner of the bytes that are left
   * @param spentUsd what the bytes that have been sent have cost, US dollars
   */
  public static ImmutableList<ImmutableSet<Path>> of(CostPlanner planner, CostGoal goal, double spentUsd) {
    CostBudget budget = goal.budget();
    double left = budget == null ? Double.POSITIVE_INFINITY : budget.maxUsd() - spentUsd;
    CostPlan plan = planner.chosen(goal, left);
    return goal.isHard() ? surelyWithin(planner, plan, left) : used(plan);
  }

  private static ImmutableList<ImmutableSet<Path>> used(CostPlan plan) {
    return plan.bundles().stream()
        .map(bundle -> bundle.rates().stream().map(PathRate::path).collect(ImmutableSet.toImmutableSet()))
        .collect(ImmutableList.toImmutableList());
  }

  /** A path that a bundle may get in addition to the paths of the cheapest plan. */
  private record Step(int bundle, Path path, double usd) {}

  /**
   * Returns the paths of the cheapest plan, and further paths of the given plan, the cheapest first, as long as all bytes can take the
   * dearest allowed paths for the money that is left.
   */
  private static ImmutableList<ImmutableSet<Path>> surelyWithin(CostPlanner planner, CostPlan plan, double left) {
    List<Set<Path>> allowed = new ArrayList<>();
    double[] dearest = new double[plan.bundles().size()];
    double sum = 0;
    for (int bundle = 0; bundle < dearest.length; bundle++) {
      allowed.add(new HashSet<>(used(planner.cheapest()).get(bundle)));
      for (Path path : allowed.get(bundle)) {
        dearest[bundle] = Math.max(dearest[bundle], planner.usd(bundle, path));
      }
      sum += dearest[bundle];
    }
    for (Step step : steps(planner, plan)) {
      double more = Math.max(0, step.usd - dearest[step.bundle]);
      if (sum + more <= left) {
        sum += more;
        dearest[step.bundle] += more;
        allowed.get(step.bundle).add(step.path);
      }
    }
    return allowed.stream().map(ImmutableSet::copyOf).collect(ImmutableList.toImmutableList());
  }

  private static List<Step> steps(CostPlanner planner, CostPlan plan) {
    List<Step> steps = new ArrayList<>();
    for (int bundle = 0; bundle < plan.bundles().size(); bundle++) {
      for (PathRate rate : plan.bundles().get(bundle).rates()) {
        steps.add(new Step(bundle, rate.path(), planner.usd(bundle, rate.path())));
      }
    }
    steps.sort(Comparator.comparingDouble(Step::usd));
    return steps;
  }
}
