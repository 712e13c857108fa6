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

/** {@code ./terra verify residency}: checks whether bytes of a queue stay off a site; docs/contribute/verify.md describes it. */
@Command(
    name = "residency",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Has reducers fetch jobs of two queues from another site of an emulated WAN, with a shuffle handler of Terra's. The residency of one",
      "queue rules out the site over which the shortest detour goes. tcpdump captures all packets at that site, while nothing happens and",
      "while the link between the two sites is cut and mended. Exit code 0 if no packet carries bytes of the queue with the rule, if",
      "packets carry as much of the other queue as the ledger says, and if 'terra audit residency' lists just that.",
      "Needs root and tcpdump, and some three minutes."
    })
public final class VerifyResidencyCommand extends LabCommand {
  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Override
  public Integer call() throws IOException, InterruptedException {
    ResidencyReport result = new ResidencyMeasurement(Topologies.load(topology(topology, "swan")), progress()::say).run();
    return report(result, result.holds(), VerifyResidencyCommand::print);
  }

  private static void print(PrintWriter out, ResidencyReport result) {
    out.printf(Locale.ROOT, "%s: from %s to %s, of queue 'ruled' never at %s%n", result.topology(), result.from(), result.to(),
        result.forbidden());
    out.printf(Locale.ROOT, "%-12s %-6s %8s %10s %12s %10s %10s%n", "meanwhile", "queue", "seconds", "MB", "captured MB", "ledger MB",
        "packets");
    result.jobs().forEach(job -> out.printf(Locale.ROOT, "%-12s %-6s %8.1f %10.3f %12.3f %10.3f %10d  %s%n", job.during(),
        job.ruled() ? "ruled" : "free", job.seconds(), job.bytes() / 1e6, job.captured() / 1e6, job.ledger() / 1e6, job.packets(),
        inWords(job.holds())));
    out.printf(Locale.ROOT, "audit: %d bytes of queue 'ruled'; with the rule for both queues %d bytes%n", result.audited(),
        result.auditedFree());
    out.println("  " + inWords(result.holds()));
  }
}
