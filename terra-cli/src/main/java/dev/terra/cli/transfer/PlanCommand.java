package dev.terra.cli.transfer;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostBudget.Strictness;
import dev.terra.schedule.cost.CostGoal;
import dev.terra.schedule.cost.CostPlanner;
import dev.terra.schedule.path.PathRules;
import dev.terra.topology.Topologies;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./terra plan}: computes what a matrix costs and how long it takes, before anything is sent. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints what a matrix costs and how long it takes on a WAN by itself: a curve from the fastest plan to the cheapest, and with",
      "--value or --max-usd the one plan that they choose, with its paths. Nothing is sent. Prices are those of the topology",
      "(egressUsdPerGigabyte), of the data with its headers and acknowledgements."
    },
    footer = {"", "Exit codes: 0 there is a plan, 1 a file cannot be read or no plan keeps the budget, 2 wrong arguments."})
public final class PlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--topology", required = true, paramLabel = "FILE", description = "The WAN (.yaml or .gml).")
  private Path topology;

  @Option(names = "--matrix", required = true, paramLabel = "FILE", description = "The matrix to move, as for submit; only its bytes "
      + "count.")
  private Path matrix;

  @Option(names = "--value", paramLabel = "USD",
      description = "What an hour is worth, 0 to 10^9: the plan of the least cost + value x time.")
  private @Nullable Double value;

  @Option(names = "--max-usd", paramLabel = "USD",
      description = "A budget, 0 to 10^9: the fastest plan within the budget, or the plan of --value if that is within the budget.")
  private @Nullable Double maxUsd;

  @Option(names = "--soft", description = "With --max-usd: if even the cheapest plan exceeds the budget, print that plan instead of none.")
  private boolean soft;

  @Option(names = "--points", defaultValue = "5", paramLabel = "N", description = "Points of the curve, 3 to 10 (default 5).")
  private int points;

  @Option(names = "--k", defaultValue = "10", paramLabel = "N", description = "Paths per pair of sites, 1 to 64 (default 10).")
  private int pathsPerPair;

  @Option(names = "--json", description = "Print JSON, with the paths of every plan.")
  private boolean json;

  @Override
  public Integer call() {
    OptionValue.check(spec, "--points", points >= CostPlanner.LEAST_POINTS && points <= CostPlanner.MOST_POINTS,
        CostPlanner.LEAST_POINTS + " to " + CostPlanner.MOST_POINTS, points);
    PathRules rules = OptionValue.of(spec, "--k", () -> PathRules.atMost(pathsPerPair));
    CostGoal goal = goal();
    Wan wan = Topologies.load(topology);
    PlanText text = PlanText.of(wan, MatrixBytes.read(matrix, wan).bundles(), rules, points, goal);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(text.json().toPrettyString());
    } else {
      text.print(out);
    }
    out.flush();
    if (text.problem() == null) {
      return 0;
    }
    spec.commandLine().getErr().println("plan: " + text.problem());
    return 1;
  }

  private @Nullable CostGoal goal() {
    if (soft && maxUsd == null) {
      throw new ParameterException(spec.commandLine(), "--soft: expected --max-usd with it");
    }
    double usdPerHour = value == null ? Double.POSITIVE_INFINITY : value;
    CostGoal valued = OptionValue.of(spec, "--value", () -> new CostGoal(usdPerHour, null));
    if (maxUsd == null) {
      return value == null ? null : valued;
    }
    double most = maxUsd;
    return new CostGoal(usdPerHour,
        OptionValue.of(spec, "--max-usd", () -> new CostBudget(most, soft ? Strictness.SOFT : Strictness.HARD)));
  }
}
