package dev.terra.lab.suites;

import dev.terra.cli.progress.Progress;
import dev.terra.core.wan.Wan;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.EngineName;
import dev.terra.lab.engine.Engines;
import dev.terra.lab.engine.SizeOption;
import dev.terra.testbed.Installation;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./terra verify upgrade}: all of Terra's processes are replaced under running jobs, one by one, and back. */
@Command(
    name = "upgrade",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs MapReduce jobs on a testbed with an older version of Terra, while its controller, its agents and the NodeManagers with its",
      "handler are replaced one after the other by this version's, and then back. Results are those of the stock shuffle, no task needs",
      "another attempt, and no fetch fails but where a NodeManager was away. Needs root, and half an hour. Exit code 1 if that does not",
      "hold."
    })
public final class VerifyUpgradeCommand extends LabCommand {
  @ArgGroup(multiplicity = "1")
  private Older older;

  /** Where the older version is. */
  private static final class Older {
    @Option(names = "--from", paramLabel = "COMMIT",
        description = "The older version: a tag or commit of this repository, which is built in a work tree of its own.")
    private String commit;

    @Option(names = "--from-tree", paramLabel = "DIR", description = "The older version: a source tree that is built.")
    private Path tree;
  }

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Mixin private SizeOption size;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Progress progress = progress();
    Installation newer = Installation.inSourceTree(Installation.home());
    UpgradeReport report;
    if (older.tree != null) {
      report = run(older.tree.toString(), OlderTree.programs(newer, older.tree), progress);
    } else {
      try (OlderTree tree = OlderTree.build(newer.sourceTree(), older.commit, progress)) {
        report = run(older.commit, tree.programs(newer), progress);
      }
    }
    return report(report, report.holds(), VerifyUpgradeCommand::print);
  }

  private UpgradeReport run(String from, Installation programs, Progress progress) throws IOException, InterruptedException {
    Path file = topology(topology, "triangle");
    Wan wan = Topologies.load(file);
    Engine engine = Engines.create(EngineName.MR, size.factor(), 1, SparkVersion.V3_5);
    DemoPlan plan = DemoPlan.of(wan, engine, size.factor(), Optional.empty());
    engine.install(progress);
    try (DemoCluster cluster = DemoCluster.up(file, plan, LabNetwork.OVERLAY, progress, false)) {
      return new UpgradeRun(cluster, engine, plan, progress, System::nanoTime).run(from, programs);
    }
  }

  private static void print(PrintWriter out, UpgradeReport report) {
    report.runs().forEach(run -> out.printf(Locale.ROOT, "%s: replaced %s; %s, results %s%n", run.direction(), run.replaced(),
        run.counters(),
        run.identical() ? "identical" : "DIFFERENT"));
    out.println(inWords(report.holds()));
  }
}
