package dev.terra.lab.suites;

import dev.terra.core.wan.Wan;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.demo.Demo;
import dev.terra.lab.demo.DemoReport;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.EngineName;
import dev.terra.lab.engine.Engines;
import dev.terra.lab.engine.InputShares;
import dev.terra.lab.engine.SizeOption;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Protection;
import dev.terra.testbed.ReducerSpread;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./terra verify placement}: measures the effect of where reducers run. */
@Command(
    name = "placement",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs jobs of which few sites have most of the input, with the stock shuffle and with Terra, three times on a testbed of its own:",
      "reducers run one at each site, wherever YARN has room, and where the controller advises. Exit code 0 if results are identical and",
      "jobs with Terra are 1.5 times as fast with the advice as where YARN has room (as fast if all sites have as much input).",
      "Needs root, and some twenty-five minutes with --size 0.3."
    })
public final class VerifyPlacementCommand extends LabCommand {
  private static final double LEAST_GAIN = 1.5;
  private static final int MOST_RUNS = 10;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--engine", paramLabel = "ENGINE", converter = EngineName.Converter.class, defaultValue = "mr",
      description = "Whose jobs: mr or mr-text, the demo's two at once, or tez, an ordered count of words (default: ${DEFAULT-VALUE}).")
  private EngineName engineName;

  @Option(names = "--shares", paramLabel = "N,N,...", defaultValue = "60,20,10,5,5",
      description = "How the input is divided among the sites of the topology, in its order (default: ${DEFAULT-VALUE}).")
  private String shares;

  @Option(names = "--without-balanced", description = "Leave out the placement that has one reducer at each site.")
  private boolean withoutBalanced;

  @Option(names = "--runs", paramLabel = "N", defaultValue = "1",
      description = "Runs of each placement with each shuffle (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Mixin private SizeOption size;

  @Override
  public Integer call() throws IOException, InterruptedException {
    expect("--runs", runs, 1, MOST_RUNS);
    Path file = topology(topology, "swan");
    Wan wan = Topologies.load(file);
    InputShares input = shares(wan);
    Engine engine = engine(input);
    engine.install(progress());
    DemoPlan plan = DemoPlan.of(wan, engine, size.factor(), Optional.empty());
    Map<ReducerSpread, DemoReport> reports = new EnumMap<>(ReducerSpread.class);
    for (ReducerSpread placement : placements()) {
      progress().say("placement %s", placement.label());
      DemoCluster.Kind kind = new DemoCluster.Kind(LabNetwork.OVERLAY, Protection.NONE, 1, 1, placement);
      try (DemoCluster cluster = DemoCluster.up(file, plan, kind, progress(), false)) {
        reports.put(placement,
            new Demo(new JobRunner(cluster, engine, plan, progress(), System::nanoTime)).compare(runs, Optional.empty()));
      }
    }
    PlacedJobsReport report = PlacedJobsReport.of(input.parts(), input.isEven() ? 1 : LEAST_GAIN, reports);
    return report(report, report.problems().isEmpty(), VerifyPlacementCommand::print);
  }

  private List<ReducerSpread> placements() {
    return Stream.of(ReducerSpread.values()).filter(placement -> !withoutBalanced || placement != ReducerSpread.BALANCED).toList();
  }

  private Engine engine(InputShares input) {
    try {
      return Engines.withShares(engineName, size.factor(), input);
    } catch (IllegalArgumentException e) {
      throw wrong("--engine: " + e.getMessage());
    }
  }

  private InputShares shares(Wan wan) {
    try {
      InputShares input = InputShares.parse(shares);
      if (!input.fits(wan.sites().size())) {
        throw wrong("--shares has a number for each of the " + wan.sites().size() + " sites of " + wan.name() + ", got " + shares);
      }
      return input;
    } catch (IllegalArgumentException e) {
      throw wrong("--shares: " + e.getMessage());
    }
  }

  private static void print(PrintWriter out, PlacedJobsReport report) {
    out.printf(Locale.ROOT, "%s, input %s; seconds are the mean of the jobs%n", report.topology(), report.inputShares());
    out.printf(Locale.ROOT, "%-10s %14s %8s %20s%n", "placement", "stock shuffle", "Terra", "MB across sites");
    report.rows().forEach(row -> out.printf(Locale.ROOT, "%-10s %12.1f s %6.1f s %20s%n", row.placement(), row.stockSeconds(),
        row.terraSeconds(), row.crossSiteBytes() == null ? "" : String.format(Locale.ROOT, "%.1f", row.crossSiteBytes() / 1e6)));
    out.printf(Locale.ROOT, "jobs with Terra: %.2f times as fast with its placement as with the stock placement%n", report.gain());
    report.problems().forEach(problem -> out.println("DOES NOT HOLD: " + problem));
  }
}
