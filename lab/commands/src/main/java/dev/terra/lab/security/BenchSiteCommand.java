package dev.terra.lab.security;

import dev.terra.lab.command.LabCommand;
import dev.terra.lab.security.SiteHop.Mode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench site}: measures what TLS and checksums cost between a handler and the agent of its site. */
@Command(
    name = "site",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Reads map outputs from a handler's endpoint for agents over the loopback interface, as an agent does: plain, with checksums, with",
      "TLS, with both, in turns. Prints the processor time of both ends together for a gigabyte, the median of all rounds after the first.",
      "Needs no rights. One way inside a site: bytes that cross to another site have two such ways, and tunnels (bench wire) between."
    })
public final class BenchSiteCommand extends LabCommand {
  private static final double GIGABYTE = 1e9;

  @Option(names = "--bytes", paramLabel = "N", defaultValue = "2000000000", description = "Bytes of a turn (default 2,000,000,000).")
  private long bytes;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "Rounds, 2 or more; the first warms up (default 5).")
  private int rounds;

  /** The row of a way to read in the output of {@code --json}. */
  record SiteRow(String mode, double cpuSecondsPerGigabyte, double bytesPerSecond) {}

  /** The output of {@code --json}. */
  record SiteReport(long bytes, int rounds, List<SiteRow> modes) {}

  @Override
  public Integer call() throws IOException {
    if (rounds < 2 || bytes < SiteHop.PIECE_BYTES) {
      throw wrong("expected 2 rounds or more and at least " + SiteHop.PIECE_BYTES + " bytes");
    }
    Path directory = Files.createTempDirectory("terra-site");
    try {
      return report(new SiteReport(bytes, rounds, measure(directory)), true, BenchSiteCommand::print);
    } finally {
      VerifySecurityCommand.delete(directory);
    }
  }

  private List<SiteRow> measure(Path directory) throws IOException {
    Map<Mode, List<SiteHop.Turn>> turns = new EnumMap<>(Mode.class);
    for (int round = 0; round < rounds; round++) {
      for (Mode mode : Mode.values()) {
        try (SiteHop hop = SiteHop.open(directory, mode)) {
          SiteHop.Turn turn = hop.read(bytes);
          progress().say("round %d of %d, %s: %.2f s of processor time", round + 1, rounds, mode.label(), turn.cpuSeconds());
          if (round > 0) {
            turns.computeIfAbsent(mode, key -> new ArrayList<>()).add(turn);
          }
        }
      }
    }
    return turns.entrySet().stream().map(mode -> row(mode.getKey(), mode.getValue())).toList();
  }

  private SiteRow row(Mode mode, List<SiteHop.Turn> turns) {
    List<SiteHop.Turn> sorted = turns.stream().sorted((a, b) -> Double.compare(a.cpuSeconds(), b.cpuSeconds())).toList();
    SiteHop.Turn median = sorted.get(sorted.size() / 2);
    return new SiteRow(mode.label(), median.cpuSeconds() / (median.bytes() / GIGABYTE), median.bytes() / median.seconds());
  }

  private static void print(PrintWriter out, SiteReport report) {
    report.modes().forEach(row -> out.printf(Locale.ROOT, "%-20s %6.3f CPU seconds a GB, %6.0f MB/s%n", row.mode(),
        row.cpuSecondsPerGigabyte(), row.bytesPerSecond() / 1e6));
  }
}
