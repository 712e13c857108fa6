package dev.terra.cli.transfer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import dev.terra.cli.operate.TextTable;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.cli.schedule.ScheduleJson;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.units.CostLimits;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.cost.CostGoal;
import dev.terra.schedule.cost.CostPlan;
import dev.terra.schedule.cost.CostPlanner;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The cost and the time of a matrix, for people and for programs.
 *
 * @param curve plans from the fastest to the cheapest
 * @param chosen the plan that a value of time or a budget chooses; null if there is none
 * @param problem why a hard budget chooses no plan; null if it chooses one
 */
record PlanText(Wan wan, List<BundleDemand> bundles, ImmutableList<CostPlan> curve, @Nullable CostPlan chosen, @Nullable String problem) {
  private static final double GIGABYTE = 1e9;

  /**
   * Makes plans for bundles alone on a WAN.
   *
   * @param points the number of points of the curve, {@value CostPlanner#LEAST_POINTS} to {@value CostPlanner#MOST_POINTS}
   * @param goal what chooses a plan; null if none is to be chosen
   */
  static PlanText of(Wan wan, ImmutableList<BundleDemand> bundles, PathRules rules, int points, @Nullable CostGoal goal) {
    CostPlanner planner = new CostPlanner(new PathSets(wan, rules), wan, bundles, PolicyScheduler.solver(SolverName.FAST));
    CostPlan chosen = goal == null ? null : planner.chosen(goal).orElse(null);
    String problem = goal == null || chosen != null ? null : problem(goal, planner.cheapest().usd());
    return new PlanText(wan, bundles, planner.curve(points), chosen, problem);
  }

  private static String problem(CostGoal goal, double cheapestUsd) {
    return "the " + CostLimits.tooSmall(Objects.requireNonNull(goal.budget()).maxUsd(), cheapestUsd);
  }

  private static double gigabytes(List<BundleDemand> bundles) {
    return bundles.stream().mapToDouble(BundleDemand::bytes).sum() / GIGABYTE;
  }

  private static boolean isPriced(Wan wan) {
    return wan.links().stream().anyMatch(link -> link.egressUsdPerGigabyte().orElse(0) > 0);
  }

  private static String seconds(CostPlan plan) {
    return String.format(Locale.ROOT, "%.3f s", plan.seconds());
  }

  private static String usd(CostPlan plan) {
    return String.format(Locale.ROOT, "%.4f", plan.usd());
  }

  /** Writes the curve as a table, and the paths of the chosen plan. */
  void print(PrintWriter out) {
    out.printf(Locale.ROOT, "%s: %.3f GB in %d bundles%n", wan.name(), gigabytes(bundles), bundles.size());
    if (!isPriced(wan)) {
      out.println("No link has a price (egressUsdPerGigabyte), so every plan costs nothing.");
    }
    TextTable table = new TextTable(Column.text("PLAN"), Column.number("TIME"), Column.number("US DOLLARS"), Column.number("PATHS"));
    for (int i = 0; i < curve.size(); i++) {
      CostPlan plan = curve.get(i);
      table.row(i == curve.size() - 1 ? "cheapest" : i == 0 ? "fastest" : "between", seconds(plan), usd(plan), paths(plan.bundles()));
    }
    if (chosen != null) {
      table.row("chosen", seconds(chosen), usd(chosen), paths(chosen.bundles()));
    }
    out.println(table);
    if (chosen != null) {
      out.println();
      out.println(table(chosen));
    }
  }

  private static String paths(List<BundleAllocation> bundles) {
    return Integer.toString(bundles.stream().mapToInt(bundle -> bundle.rates().size()).sum());
  }

  private static TextTable table(CostPlan plan) {
    TextTable table = new TextTable(Column.text("BUNDLE"), Column.text("PATH"), Column.number("RATE"), Column.number("SHARE"));
    for (BundleAllocation bundle : plan.bundles()) {
      for (PathRate rate : bundle.rates()) {
        table.row(bundle.demand().from() + " to " + bundle.demand().to(), rate.path().toString(),
            new Bandwidth(rate.bytesPerSecond()).toString(),
            String.format(Locale.ROOT, "%.1f %%", 100 * rate.bytesPerSecond() / bundle.bytesPerSecond()));
      }
    }
    return table;
  }

  /** Returns everything, with the paths of every plan. */
  ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("topology", wan.name());
    root.put("bytes", bundles.stream().mapToDouble(BundleDemand::bytes).sum()).put("priced", isPriced(wan));
    ArrayNode points = root.putArray("points");
    curve.forEach(plan -> put(points.addObject(), plan));
    if (chosen != null) {
      put(root.putObject("chosen"), chosen);
    }
    if (problem != null) {
      root.put("problem", problem);
    }
    return root;
  }

  private static void put(ObjectNode node, CostPlan plan) {
    node.put("seconds", plan.seconds()).put("usd", plan.usd()).put("gap", plan.gap());
    ScheduleJson.putBundles(node.putArray("bundles"), plan.bundles());
  }
}
