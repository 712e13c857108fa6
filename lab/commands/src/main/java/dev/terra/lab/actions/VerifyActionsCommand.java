package dev.terra.lab.actions;

import dev.terra.lab.command.LabCommand;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./terra verify actions}: measures how soon the schedule follows an operator's actions;
 * docs/contribute/verify.md describes it.
 */
@Command(
    name = "actions",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "On a testbed of its own two shuffles run from one site to another. By REST the larger one gets a priority, then a deadline; a path",
      "is forbidden, a link drained. Each has to change the running schedule within 1 s. Needs root, and a minute.",
      "Exit code 1 if one does not."
    })
public final class VerifyActionsCommand extends LabCommand {
  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  /** The output of {@code --json}. */
  record ActionReport(double limitSeconds, boolean holds, List<ActionOutcome> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<ActionOutcome> rows = new ActionSuite(Topologies.load(topology(topology, "triangle")),
        progress()::say).run();
    boolean holds = !rows.isEmpty() && rows.stream().allMatch(ActionOutcome::holds);
    return report(new ActionReport(ActionRun.LIMIT_SECONDS, holds, rows), holds, VerifyActionsCommand::print);
  }

  private static void print(PrintWriter out, ActionReport report) {
    report.rows().forEach(row -> out.printf(Locale.ROOT,
        "%-15s answered after %.3f s, scheduled after %.3f s%s; %.1f -> %.1f Mbit/s; %s%n", row.name(), row.answeredSeconds(),
        row.scheduledSeconds(), row.movingSeconds() < 0 ? "" : String.format(Locale.ROOT, ", bytes after %.2f s", row.movingSeconds()),
        row.beforeBytesPerSecond() * 8e-6, row.afterBytesPerSecond() * 8e-6, inWords(row.holds())));
  }
}
