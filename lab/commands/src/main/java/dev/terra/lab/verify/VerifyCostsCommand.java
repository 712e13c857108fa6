package dev.terra.lab.verify;

import dev.terra.lab.command.LabCommand;
import dev.terra.lab.transfer.CostsMeasurement;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra verify costs}: measures the effect of a value of time. */
@Command(
    name = "costs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Moves two shuffles at once over an emulated WAN whose links have a price, for a value of time of 0, 10 and 100 US dollars an hour.",
      "Exit code 0 if with each larger value they cost more and take less time, and the controller's costs are within 1 %% of what the",
      "interfaces of the links have counted, at the same price. Needs root, and some five minutes."
    })
final class VerifyCostsCommand extends LabCommand {
  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Who sends how much (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() throws IOException, InterruptedException {
    CostsMeasurement.Result result =
        new CostsMeasurement(Topologies.load(topology(topology, "swan")), seed, progress()::say).run();
    return report(result, result.holds(), VerifyCostsCommand::print);
  }

  private static void print(PrintWriter out, CostsMeasurement.Result result) {
    out.printf(Locale.ROOT, "%s, %.3f US dollars a gigabyte on each link%n", result.topology(), result.usdPerGigabyte());
    out.printf(Locale.ROOT, "%12s %18s %12s %16s %12s%n", "USD an hour", "seconds", "USD", "by interfaces", "apart");
    result.rows().forEach(row -> out.printf(Locale.ROOT, "%12.0f %18s %12.4f %16.4f %10.2f %%%n", row.usdPerHour(),
        String.format(Locale.ROOT, "%.1f, %.1f", row.seconds().get(0), row.seconds().get(1)), row.usd(), row.interfaceUsd(),
        100 * row.ledgerError()));
    out.println(result.holds() ? "  holds" : "  DOES NOT HOLD");
  }
}
