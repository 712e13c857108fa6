package dev.terra.lab.verify;

import dev.terra.lab.capacity.CapacityMeasurement;
import dev.terra.lab.capacity.CapacityMeasurement.RowResult;
import dev.terra.lab.capacity.CapacityRow;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.command.NetworkOption;
import dev.terra.testbed.Labelled;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./terra verify capacity}: measures whether plans follow what links carry; docs/contribute/verify.md describes it. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Changes what links of an emulated WAN carry, or what Terra is told of them, and looks how soon plans follow and how long shuffles",
      "take on what is true. Needs root and iperf3, and some two minutes for each row. Exit code 1 if a limit is not kept."
    })
final class VerifyCapacityCommand extends LabCommand {
  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Path topology;

  @Mixin private NetworkOption network;

  @Option(names = "--rows", paramLabel = "ROW", split = ",",
      description = "Of background, slow, too-high, too-low, left-out and cap-left-out (default: all).")
  private List<String> rows = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
      description = "Who sends how much of two shuffles at once (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** The output of {@code --json}. */
  record Report(String topology, String network, long seed, boolean holds, List<RowResult> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path file = topology != null ? topology
        : Path.of(System.getenv().getOrDefault("TERRA_HOME", "."), "topologies", "triangle.yaml");
    List<RowResult> results = new CapacityMeasurement(Topologies.load(file), network.value(), seed, progress()::say).run(wanted());
    boolean holds = results.stream().allMatch(RowResult::holds);
    Report report = new Report(file.getFileName().toString(), network.value().label(), seed, holds, results);
    return report(report, holds, VerifyCapacityCommand::print);
  }

  private List<CapacityRow> wanted() {
    expectKnown("--rows", rows, Labelled.labels(CapacityRow.values()));
    return rows.isEmpty() ? List.of(CapacityRow.values()) : CapacityRow.named(rows);
  }

  private static void print(PrintWriter out, Report report) {
    report.rows().forEach(row -> {
      out.printf(Locale.ROOT, "%s: %s%n", row.row(), inWords(row.holds()));
      row.figures().forEach(figure ->
          out.printf(Locale.ROOT, "  %-36s %8.3f (at most %.2f)%n", figure.name(), figure.value(), figure.atMost()));
    });
  }
}
