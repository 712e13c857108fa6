package dev.terra.lab.verify;

import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.command.NetworkOption;
import dev.terra.lab.faults.FaultMatrix;
import dev.terra.lab.faults.FaultRow;
import dev.terra.lab.faults.RunReport;
import dev.terra.lab.routes.NetworkCheck;
import dev.terra.lab.routes.NetworkRow;
import dev.terra.lab.routes.RowResult;
import dev.terra.testbed.LabNetwork;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./terra verify network}: checks whether the network keeps tunnels on their paths; docs/contribute/verify.md
 * describes it.
 */
@Command(
    name = "network",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Looks on an emulated WAN whether every tunnel takes its path, and what becomes of tunnels and of the rules that keep them there",
      "when a link, ONOS or a switch fails. Needs root. Exit code 1 if a row does not hold."
    })
final class VerifyNetworkCommand extends LabCommand {
  /** The row that checks a cut by the bytes that arrive. */
  private static final String TRAFFIC = "cut-traffic";
  /** Over all links together, bytes per second: little enough for two cores. */
  private static final double SUM_OF_RATES = 200e6 / 8;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--network", paramLabel = "MODE", defaultValue = "sdwan", converter = NetworkOption.Converter.class,
      description = NetworkOption.DESCRIPTION)
  private LabNetwork network;

  @Option(names = "--paths", paramLabel = "K", defaultValue = "10",
      description = "Paths for each pair of sites (default: ${DEFAULT-VALUE}).")
  private int paths;

  @Option(names = "--rows", paramLabel = "ROW", split = ",", description = "Only these (default: all that the mode has).")
  private List<String> rows = new ArrayList<>();

  /** The output of {@code --json}. */
  record Report(String topology, String network, boolean holds, List<RowResult> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> wanted = wanted();
    Wan wan = Topologies.load(topology(topology, "swan"));
    List<RowResult> results = new ArrayList<>();
    look(wan, wanted, results);
    if (wanted.contains(TRAFFIC)) {
      results.add(traffic(wan));
    }
    Report report = new Report(wan.name(), network.label(), results.stream().allMatch(RowResult::holds), results);
    return report(report, report.holds(), VerifyNetworkCommand::print);
  }

  private List<String> wanted() {
    List<String> known = new ArrayList<>(NetworkRow.labels(network));
    known.add(TRAFFIC);
    rows.stream().filter(row -> !known.contains(row)).findFirst().ifPresent(unknown -> {
      throw wrong("--rows: expected some of " + known + " on " + network.label() + ", got '" + unknown + "'");
    });
    return rows.isEmpty() ? known : rows;
  }

  private void look(Wan wan, List<String> wanted, List<RowResult> results) throws IOException, InterruptedException {
    List<NetworkRow> looked = NetworkRow.labels(network).stream().filter(wanted::contains)
        .map(label -> NetworkRow.valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'))).toList();
    if (looked.isEmpty()) {
      return;
    }
    try (NetworkCheck check = NetworkCheck.up(TransferPlan.scaled(wan, SUM_OF_RATES), network, paths, progress()::say)) {
      for (NetworkRow row : looked) {
        results.add(check.row(row));
      }
    }
  }

  private RowResult traffic(Wan wan) throws IOException, InterruptedException {
    try (FaultMatrix matrix = FaultMatrix.up(wan, network, progress()::say)) {
      RunReport report = matrix.row(FaultRow.CUT);
      progress().say(TRAFFIC + ": " + report);
      return new RowResult(TRAFFIC, report.holds(), Map.of("resumedSeconds", String.valueOf(report.resumedSeconds()),
          "returnUsedSeconds", String.valueOf(report.returnUsedSeconds())),
          report.detail().isEmpty() ? List.of() : List.of(report.detail()));
    }
  }

  private static void print(PrintWriter out, Report report) {
    report.rows().forEach(row -> out.printf(Locale.ROOT, "%-16s %-14s %s%s%n", row.row(), inWords(row.holds()),
        row.figures(), row.problems().isEmpty() ? "" : " " + row.problems()));
  }
}
