package dev.terra.cli.schedule;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.SolverName;
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
import picocli.CommandLine.Spec;

/** {@code ./terra schedule}: one scheduling round over shuffles from a file. */
@Command(
    name = "schedule",
    mixinStandardHelpOptions = true,
    description = "Computes the rates of shuffles on a WAN: one scheduling round, at the time of the last arrival.")
public final class ScheduleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--topology", required = true, paramLabel = "FILE", description = "The WAN (.yaml or .gml).")
  private Path topology;

  @Option(names = "--shuffles", required = true, paramLabel = "FILE", description = "The shuffles (JSON, see docs/use/simulate.md).")
  private Path shuffles;

  @Option(names = "--policy", defaultValue = "terra-plus", paramLabel = "NAME",
      description = "terra, terra-plus (default), default, parallel-tcp, mptcp, varys, siphon, scheduling-only, multipath-only.")
  private String policy;

  @Option(names = "--k", defaultValue = "10", paramLabel = "N|all", description = "Paths per pair of sites (default 10), or all.")
  private String k;

  @Option(names = "--alpha", paramLabel = "A",
      description = "Share of every link that plans leave free (default: 0.1 for terra, else 0).")
  private @Nullable Double alpha;

  @Option(names = "--solver", defaultValue = "fast", paramLabel = "NAME", description = "fast (default) or ortools.")
  private String solver;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() {
    SchedulerConfig config = config();
    PathRules rules = rules(k);
    Wan wan = Topologies.loadIslands(topology);
    List<ShuffleDemand> demands = ShuffleFile.read(shuffles, wan);
    double now = demands.stream().mapToDouble(ShuffleDemand::arrivalSeconds).max().orElse(0);
    Allocation schedule = new PolicyScheduler(config, new PathSets(wan, rules)).schedule(wan, demands, now);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(ScheduleJson.pretty(ScheduleJson.output(wan, schedule)));
    } else {
      print(out, schedule);
    }
    out.flush();
    return 0;
  }

  private SchedulerConfig config() {
    SchedulerConfig config = SchedulerConfig.of(PolicyName.parse(policy)).withSolver(SolverName.parse(solver));
    return alpha == null ? config : config.withAlpha(alpha);
  }

  static PathRules rules(String k) {
    if (k.equals("all")) {
      return PathRules.unrestricted();
    }
    try {
      return PathRules.atMost(Integer.parseInt(k));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected --k to be a number or 'all', got '" + k + "'", e);
    }
  }

  private static void print(PrintWriter out, Allocation schedule) {
    out.printf(Locale.ROOT, "policy %s, %d shuffles%n", schedule.policy(), schedule.shuffles().size());
    for (ShuffleAllocation shuffle : schedule.shuffles()) {
      out.printf(Locale.ROOT, "%s  Gamma %.6g s%s%s%n", shuffle.id(), shuffle.gammaSeconds(),
          shuffle.admitted() ? "" : "  REJECTED", shuffle.problem().map(problem -> "  " + problem).orElse(""));
      for (BundleAllocation bundle : shuffle.bundles()) {
        out.printf(Locale.ROOT, "  %s -> %s  %.0f bytes  %s%n", bundle.demand().from(), bundle.demand().to(),
            bundle.demand().bytes(), bundle.rates().isEmpty() ? "waits" : new Bandwidth(bundle.bytesPerSecond()));
        for (PathRate rate : bundle.rates()) {
          out.printf(Locale.ROOT, "    %-12s (planned %s)  %s%n", new Bandwidth(rate.bytesPerSecond()),
              new Bandwidth(rate.plannedBytesPerSecond()), rate.path());
        }
      }
    }
  }
}
