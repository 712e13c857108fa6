package dev.terra.cli.transfer;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostBudget.Strictness;
import dev.terra.schedule.cost.CostPlan;
import dev.terra.schedule.cost.CostPlanner;
import dev.terra.schedule.path.PathRules;
import dev.terra.topology.Topologies;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
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
  @Spec private CommandSpec spec;

  @Option(names = "--topology", required = true, paramLabel = "FILE", description = "The WAN (.yaml or .gml).")
  private Path topology;

  @Option(names = "--matrix", required = true, paramLabel = "FILE", description = "What to move, as for submit; only its bytes count.")
  private Path matrix;

  @Option(names = "--value", paramLabel = "USD", description = "What an hour is worth: the plan of the least cost + value x time.")
  private @Nullable Double value;

  @Option(names = "--max-usd", paramLabel = "USD", description = "A budget: the fastest plan that costs no more.")
  private @Nullable Double maxUsd;

  @Option(names = "--soft", description = "With --max-usd: the cheapest plan where even that costs more, instead of none.")
  private boolean soft;

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
    CostPlanner planner = PlanText.planner(wan, bundles, PathRules.atMost(pathsPerPair));
    PlanText text = new PlanText(wan, bundles, planner.curve(points), chosen(planner));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(text.json().toPrettyString());
    } else {
      text.print(out);
    }
    out.flush();
    return 0;
  }

  private @Nullable CostPlan chosen(CostPlanner planner) {
    if (value != null) {
      return planner.atValueOfTime(value);
    }
    return maxUsd == null ? null : planner.within(new CostBudget(maxUsd, soft ? Strictness.SOFT : Strictness.HARD));
  }
}
