package dev.terra.lab.verify;

import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.ShrinkingBytes;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.command.NetworkOption;
import dev.terra.lab.faults.FaultMatrix;
import dev.terra.lab.faults.FaultRow;
import dev.terra.lab.faults.RunReport;
import dev.terra.testbed.Labelled;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code ./terra verify faults}: runs the fault matrix and random sequences of faults; docs/contribute/verify.md
 * describes it.
 */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Breaks things in the middle of transfers, on a testbed of its own: every byte arrives, right and once, and in time. Then random",
      "sequences of faults, on the testbed and in a network in memory. Needs root, and some eight minutes.",
      "Exit code 0 only if everything was run and holds. docs/contribute/verify.md describes the rows."
    })
final class VerifyFaultsCommand extends LabCommand {
  private static final int MAX_SEQUENCES = 100_000;
  private static final String NONE = "none";

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--seed", paramLabel = "S", description = "Of the first sequence; the next ones follow (default: another each time).")
  private Long seed;

  @Option(names = "--rows", paramLabel = "ROW,...", split = ",",
      description = "Only these: cut, flap, half-open, slow-link, loss, latency, agent-sender, agent-receiver, controller, leader-killed, "
          + "leader-paused, zookeeper, disk-full, corruption, clock-jump; or none (default: all).")
  private List<String> rows = allRows();

  @Option(names = "--sequences", paramLabel = "N", defaultValue = "10",
      description = "Random sequences on the testbed (default: ${DEFAULT-VALUE}).")
  private int sequences;

  @Option(names = "--virtual-sequences", paramLabel = "N", defaultValue = "200",
      description = "Random sequences in the network in memory; Maven runs them (default: ${DEFAULT-VALUE}).")
  private int virtualSequences;

  @Option(names = "--logs", paramLabel = "FOLDER", description = "Keep the logs of the testbed's agents and controller here.")
  private Optional<Path> logs = Optional.empty();

  @Option(names = "--compressible", paramLabel = "R", description = {"On the testbed, bytes that shrink by about R, 1 to 4.5, and agents",
      "that compress them (default: bytes that do not shrink, which none compresses)."})
  private Optional<Double> compressible = Optional.empty();

  @Mixin private NetworkOption network;

  private static List<String> allRows() {
    List<String> all = new ArrayList<>(Labelled.labels(FaultRow.values()));
    all.add(VirtualNetwork.CLOCK_JUMP);
    return all;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    Path home = home();
    Wan wan = Topologies.load(topology(topology, "triangle"));
    long first = seed == null ? System.currentTimeMillis() : seed;
    progress().say("seed " + first);
    VirtualNetwork.Sequences virtual = null;
    if (virtualSequences > 0) {
      progress().say(virtualSequences + " sequences in the virtual network");
      virtual = VirtualNetwork.sequences(home, virtualSequences, first);
      progress().say(virtual.holds() ? "none lost a byte" : "FAILED; " + virtual.detail());
    }
    List<RunReport> ofRows = new ArrayList<>();
    List<RunReport> ofSequences = new ArrayList<>();
    if (sequences > 0 || Labelled.labels(FaultRow.values()).stream().anyMatch(rows::contains)) {
      onTestbed(wan, first, ofRows, ofSequences);
    }
    if (rows.contains(VirtualNetwork.CLOCK_JUMP)) {
      progress().say("clock-jump: in the virtual network");
      add(ofRows, VirtualNetwork.clockJump(home));
    }
    FaultReport report = FaultReport.of(wan.name(), first, ofRows, ofSequences, virtual);
    return report(report, report.holds(), (out, found) -> found.print(out));
  }

  private void check() {
    compressible.ifPresent(ratio -> expect("--compressible", ratio, 1, ShrinkingBytes.MOST_RATIO));
    List<String> known = allRows();
    rows.stream().filter(row -> !known.contains(row) && !row.equals(NONE)).findFirst().ifPresent(unknown -> {
      throw wrong("--rows: expected some of " + known + " or none, got '" + unknown + "'");
    });
    for (int count : new int[] {sequences, virtualSequences}) {
      if (count < 0 || count > MAX_SEQUENCES) {
        throw wrong("expected 0 to " + MAX_SEQUENCES + " sequences, got " + count);
      }
    }
  }

  private void onTestbed(Wan wan, long first, List<RunReport> ofRows, List<RunReport> ofSequences)
      throws IOException, InterruptedException {
    try (FaultMatrix matrix = FaultMatrix.up(wan, network.value(), compressible, progress()::say)) {
      for (FaultRow row : FaultRow.values()) {
        if (rows.contains(row.label())) {
          add(ofRows, matrix.row(row));
        }
      }
      for (int i = 0; i < sequences; i++) {
        add(ofSequences, matrix.sequence(first + i));
      }
      if (logs.isPresent()) {
        matrix.keepLogs(logs.get());
      }
    }
  }

  private void add(List<RunReport> reports, RunReport report) {
    reports.add(report);
    progress().say(String.format(Locale.ROOT, "%s: %s%s%s", report.name(), report.outcome(), report.holds() ? "" : ", DOES NOT HOLD",
        report.detail().isEmpty() ? "" : ": " + report.detail()));
  }
}
