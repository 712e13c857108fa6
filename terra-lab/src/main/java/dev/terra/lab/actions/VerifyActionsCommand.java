package dev.terra.lab.actions;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.cli.progress.Progress;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./terra verify actions}: how soon an operator's actions change what runs; docs/contribute/verify.md describes it. */
@Command(
    name = "actions",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "On a testbed of its own two shuffles run from one site to another. By REST the larger one gets a priority, then a deadline; a path",
      "is forbidden, a link drained. Each has to change the running schedule within 1 s. Needs root, and a minute.",
      "Exit code 1 if one does not."
    })
public final class VerifyActionsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  private final Progress progress = new Progress(() -> spec.commandLine().getErr(), System::nanoTime);

  /** What {@code --json} prints. */
  record ActionReport(double limitSeconds, boolean holds, List<ActionOutcome> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path home = Path.of(System.getenv().getOrDefault("TERRA_HOME", "."));
    List<ActionOutcome> rows = new ActionSuite(Topologies.load(topology.orElseGet(() -> home.resolve("topologies/triangle.yaml"))),
        progress::say).run();
    boolean holds = !rows.isEmpty() && rows.stream().allMatch(ActionOutcome::holds);
    print(new ActionReport(ActionRun.LIMIT_SECONDS, holds, rows));
    return holds ? 0 : 1;
  }

  private void print(ActionReport report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(report));
    } else {
      report.rows().forEach(row -> out.printf(Locale.ROOT,
          "%-15s answered after %.3f s, scheduled after %.3f s%s; %.1f -> %.1f Mbit/s; %s%n", row.name(), row.answeredSeconds(),
          row.scheduledSeconds(), row.movingSeconds() < 0 ? "" : String.format(Locale.ROOT, ", bytes after %.2f s", row.movingSeconds()),
          row.beforeBytesPerSecond() * 8e-6, row.afterBytesPerSecond() * 8e-6, row.holds() ? "holds" : "DOES NOT HOLD"));
    }
    out.flush();
  }
}
