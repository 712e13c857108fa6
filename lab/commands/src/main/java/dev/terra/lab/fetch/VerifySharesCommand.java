package dev.terra.lab.fetch;

import dev.terra.lab.command.LabCommand;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra verify shares}: measures how queues share a site's cache; docs/contribute/verify.md describes it. */
@Command(
    name = "shares",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Has readers of two queues fetch broadcasts from another site of an emulated WAN, where the agent has a cache: one reads the same",
      "segments again and again, the other one has no use for memory. Compares what they read with 'cache.shares: equal' and with 'hare'.",
      "Then a third queue comes. Exit code 0 if both together read 1.2 times as much with HARE, neither less than .99 times as much, no",
      "fetch fails, and the third queue holds its share within two periods of the division. Needs root, and some seven minutes."
    })
public final class VerifySharesCommand extends LabCommand {
  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Override
  public Integer call() throws IOException, InterruptedException {
    SharesReport result = new SharesMeasurement(Topologies.load(topology(topology, "swan")), progress()::say).run();
    return report(result, result.problems().isEmpty(), VerifySharesCommand::print);
  }

  private static void print(PrintWriter out, SharesReport result) {
    out.printf(Locale.ROOT, "%s: broadcasts from %s to %s, a cache of %.1f MB%n", result.topology(), result.from(), result.to(),
        result.capacityBytes() / 1e6);
    out.printf(Locale.ROOT, "%-8s %-8s %8s %10s %10s %6s%n", "shares", "queue", "MB/s", "holds MB", "share MB", "times");
    print(out, result, result.equal());
    print(out, result, result.hare());
    SharesReport.Arrival third = result.third();
    out.printf(Locale.ROOT, "a third queue holds %.1f of %.1f MB%s%n", third.usedBytes() / 1e6, third.shareBytes() / 1e6,
        third.secondsToShare() == null ? "" : String.format(Locale.ROOT, " after %.0f s", third.secondsToShare()));
    result.problems().forEach(problem -> out.println("  DOES NOT HOLD: " + problem));
  }

  private static void print(PrintWriter out, SharesReport result, SharesReport.Division division) {
    for (int i = 0; i < division.queues().size(); i++) {
      SharesReport.Queue queue = division.queues().get(i);
      out.printf(Locale.ROOT, "%-8s %-8s %8.2f %10.1f %10.1f %6.3f%n", division.policy(), queue.name(), queue.bytesPerSecond() / 1e6,
          queue.usedBytes() / 1e6, queue.shareBytes() / 1e6, SharesReport.gain(result.equal(), division, i));
    }
    out.printf(Locale.ROOT, "%-8s %-8s %8.2f %28.3f%n", division.policy(), "both", division.sum() / 1e6,
        division.sum() / result.equal().sum());
  }
}
