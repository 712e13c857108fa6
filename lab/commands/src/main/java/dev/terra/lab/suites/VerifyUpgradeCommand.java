package dev.terra.lab.suites;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.demo.JobCommand;
import dev.terra.lab.engine.SizeOption;
import dev.terra.testbed.Installation;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Protection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./terra verify upgrade}: replaces all of Terra's processes under running jobs, one by one, and back. */
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
public final class VerifyUpgradeCommand extends JobCommand {
  @ArgGroup(multiplicity = "1")
  private Older older;

  /** The options that select the older version. */
  private static final class Older {
    @Option(names = "--from", paramLabel = "COMMIT",
        description = "The older version: a tag or commit of this repository, which is built in a work tree of its own.")
    private String commit;

    @Option(names = "--from-tree", paramLabel = "DIR", description = "The older version: a source tree that is built.")
    private Path tree;
  }

  @Mixin private SizeOption size;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation newer = Installation.inSourceTree(Installation.home());
    UpgradeReport report;
    if (older.tree != null) {
      report = run(older.tree.toString(), OlderTree.programs(newer, older.tree));
    } else {
      try (OlderTree tree = OlderTree.build(newer.sourceTree(), older.commit, progress())) {
        report = run(older.commit, tree.programs(newer));
      }
    }
    return report(report, report.holds(), VerifyUpgradeCommand::print);
  }

  private UpgradeReport run(String from, Installation programs) throws IOException, InterruptedException {
    return onCluster(size.factor(), new DemoCluster.Kind(LabNetwork.OVERLAY, Protection.NONE),
        runner -> new UpgradeRun(runner).run(from, programs));
  }

  private static void print(PrintWriter out, UpgradeReport report) {
    report.runs().forEach(run -> out.printf(Locale.ROOT, "%s: replaced %s; %s, results %s%n", run.direction(), run.replaced(),
        run.counters(),
        run.identical() ? "identical" : "DIFFERENT"));
    out.println(inWords(report.holds()));
  }
}
