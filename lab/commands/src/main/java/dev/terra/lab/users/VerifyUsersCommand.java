package dev.terra.lab.users;

import dev.terra.cli.progress.Progress;
import dev.terra.core.wan.Wan;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.EngineName;
import dev.terra.lab.engine.Engines;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Protection;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra verify users}: what one user's processes get of another's job; docs/contribute/verify.md describes it. */
@Command(
    name = "users",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Jobs of two users run at once on a testbed that has users (--secure). Meanwhile a process with all that one of them has asks every",
      "port of every host for a map output of the other's, from the host that has it and from another site, and looks for its files.",
      "Exit code 1 if it got any of it. Needs root, Debian's krb5-kdc and krb5-admin-server, and three minutes."
    })
public final class VerifyUsersCommand extends LabCommand {
  /** Of the demo's usual size: the optimum of the shuffles is half a minute, in which every port is asked. */
  private static final double SIZE = 0.7;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path file = topology(topology, "triangle");
    Wan wan = Topologies.load(file);
    Progress progress = progress();
    Engine engine = Engines.create(EngineName.MR, SIZE, 1, SparkVersion.V3_5);
    DemoPlan plan = DemoPlan.of(wan, engine, SIZE, Optional.empty());
    DemoCluster.Kind kind = new DemoCluster.Kind(LabNetwork.OVERLAY, Protection.USERS);
    try (DemoCluster cluster = DemoCluster.up(file, plan, kind, progress, false)) {
      engine.prepare(cluster, engine.jobs(), progress);
      cluster.useShuffle(true, progress);
      UsersReport report = UsersReport.of(
          new UsersSuite(Testbed.open(StateDirectory.byDefault()), cluster, engine, progress).run(engine.jobs()));
      return report(report, report.holds(), VerifyUsersCommand::print);
    }
  }

  private static void print(PrintWriter out, UsersReport report) {
    report.rows().forEach(row -> out.printf(Locale.ROOT, "%-28s %-60s %s%s%n", row.port(), row.attempt(), row.outcome(),
        row.holds() ? "" : "  DOES NOT HOLD"));
  }
}
