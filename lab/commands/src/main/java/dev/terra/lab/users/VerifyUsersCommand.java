package dev.terra.lab.users;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.demo.JobCommand;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Protection;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/**
 * {@code ./terra verify users}: checks what one user's processes can read of another's job; docs/contribute/verify.md
 * describes it.
 */
@Command(
    name = "users",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Jobs of two users run at once on a testbed that has users (--secure). Meanwhile a process with all that one of them has asks every",
      "port of every host for a map output of the other's, from the host that has it and from another site, and looks for its files.",
      "Exit code 1 if it got any of it. Needs root, Debian's krb5-kdc and krb5-admin-server, and three minutes."
    })
public final class VerifyUsersCommand extends JobCommand {
  /** The factor on the demo's usual size. The optimum of the shuffles is half a minute, in which every port is tried. */
  private static final double SIZE = 0.7;

  @Override
  public Integer call() throws IOException, InterruptedException {
    DemoCluster.Kind kind = new DemoCluster.Kind(LabNetwork.OVERLAY, Protection.USERS);
    UsersReport report = onCluster(SIZE, kind, runner -> {
      List<DemoJob> jobs = runner.engine().jobs();
      runner.engine().prepare(runner.cluster(), jobs, progress());
      runner.cluster().useShuffle(true, progress());
      return UsersReport.of(new UsersSuite(Testbed.open(StateDirectory.byDefault()), runner).run(jobs));
    });
    return report(report, report.holds(), VerifyUsersCommand::print);
  }

  private static void print(PrintWriter out, UsersReport report) {
    report.rows().forEach(row -> out.printf(Locale.ROOT, "%-28s %-60s %s%s%n", row.port(), row.attempt(), row.outcome(),
        row.holds() ? "" : "  DOES NOT HOLD"));
  }
}
