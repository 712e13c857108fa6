package dev.terra.cli.transfer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import dev.terra.cli.operate.TextTable;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.cli.schedule.ScheduleJson;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.cost.CostPlan;
import dev.terra.schedule.cost.CostPlanner;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.topology.Topologies;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./terra plan}: what a matrix costs and how long it takes, before anything is sent. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints what a matrix costs and how long it takes on a WAN by itself: a curve from the fastest plan to the cheapest, and with",
      "--value or --max-usd the one plan that they choose, with its paths. Nothing is sent. Prices are those of the topology",
      "(egressUsdPerGigabyte)."
    },
    footer = {"", "Exit codes: 0 there is a plan, 1 a file cannot be read or no plan keeps the budget, 2 wrong arguments."})
public final class PlanCommand implements Callable<Integer> {
  private static final double GIGABYTE = 1e9;

  @Spec private CommandSpec spec;

  @Option(names = "--topology", required = true, paramLabel = "FILE", description = "The WAN (.yaml or .gml).")
  private Path topology;

  @Option(names = "--matrix", required = true, paramLabel = "FILE", description = "What to move, as for submit; only its bytes count.")
  private Path matrix;

  @Option(names = "--value", paramLabel = "USD", description = "What an hour is worth: the plan of the least cost + value x time.")
  private @Nullable Double value;

  @Option(names = "--max-usd", paramLabel = "USD", description = "A budget: the fastest plan that costs no more.")
  private @Nullable Double maxUsd;

  @Option(names = "--points", defaultValue = "5", paramLabel = "N", description = "Points of the curve, 3 to 10 (default 5).")
  private int points;

  @Option(names = "--k", defaultValue = "10", paramLabel = "N", description = "Paths per pair of sites (default 10).")
  private int pathsPerPair;

  @Option(names = "--json", description = "Print JSON, with the paths of every plan.")
  private boolean json;

  @Override
  public Integer call() {
    if (value != null && maxUsd != null) {
      throw new ParameterException(spec.commandLine(), "expected --value or --max-usd, not both");
    }
    Wan wan = Topologies.load(topology);
    List<BundleDemand> bundles = MatrixBytes.read(matrix, wan).bundles();
    CostPlanner planner =
        new CostPlanner(new PathSets(wan, PathRules.atMost(pathsPerPair)), wan, bundles, PolicyScheduler.solver(SolverName.FAST));
    ImmutableList<CostPlan> curve = planner.curve(points);
    CostPlan chosen = chosen(planner);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(json(wan, bundles, curve, chosen).toPrettyString());
    } else {
      print(out, wan, bundles, curve, chosen);
    }
    out.flush();
    return 0;
  }

  private @Nullable CostPlan chosen(CostPlanner planner) {
    return value != null ? planner.atValueOfTime(value) : maxUsd != null ? planner.within(maxUsd) : null;
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

  private static void print(PrintWriter out, Wan wan, List<BundleDemand> bundles, List<CostPlan> curve, @Nullable CostPlan chosen) {
    out.printf(Locale.ROOT, "%s: %.3f GB in %d bundles%n", wan.name(), gigabytes(bundles), bundles.size());
    if (!isPriced(wan)) {
      out.println("No link has a price (egressUsdPerGigabyte), so every plan costs nothing.");
    }
    TextTable table = new TextTable(Column.text("PLAN"), Column.number("TIME"), Column.number("US DOLLARS"));
    for (int i = 0; i < curve.size(); i++) {
      CostPlan plan = curve.get(i);
      table.row(i == curve.size() - 1 ? "cheapest" : i == 0 ? "fastest" : "between", seconds(plan), usd(plan));
    }
    if (chosen != null) {
      table.row("chosen", seconds(chosen), usd(chosen));
    }
    out.println(table);
    if (chosen != null) {
      out.println();
      out.println(paths(chosen));
    }
  }

  private static TextTable paths(CostPlan plan) {
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

  private static ObjectNode json(Wan wan, List<BundleDemand> bundles, List<CostPlan> curve, @Nullable CostPlan chosen) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("topology", wan.name());
    root.put("bytes", bundles.stream().mapToDouble(BundleDemand::bytes).sum()).put("priced", isPriced(wan));
    ArrayNode points = root.putArray("points");
    curve.forEach(plan -> put(points.addObject(), plan));
    if (chosen != null) {
      put(root.putObject("chosen"), chosen);
    }
    return root;
  }

  private static void put(ObjectNode node, CostPlan plan) {
    node.put("seconds", plan.seconds()).put("usd", plan.usd()).put("gap", plan.gap());
    ScheduleJson.putBundles(node.putArray("bundles"), plan.bundles());
  }
}
