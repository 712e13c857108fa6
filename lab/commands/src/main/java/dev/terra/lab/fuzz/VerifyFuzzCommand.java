package dev.terra.lab.fuzz;

import dev.terra.lab.command.LabCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./terra verify fuzz}: fuzzes every decoder that reads from a network, with inputs that reach more and more of
 * its code.
 */
@Command(
    name = "fuzz",
    mixinStandardHelpOptions = true,
    description = {
      "Fuzzes every decoder that reads from a network with Jazzer, which looks what of the code an input reaches. Inputs are made from",
      "seeds, and from what earlier runs have kept below target/fuzz. The build gives each decoder its seeds, cut off and changed.",
      "Exit code 1 if a decoder did anything but take an input or refuse it."
    })
public final class VerifyFuzzCommand extends LabCommand {
  private static final double MOST_MINUTES = 24 * 60;

  /** The output of {@code --json}. */
  record Report(boolean holds, List<FuzzRun> decoders) {}

  @Option(names = "--minutes", paramLabel = "N", defaultValue = "1", description = "How long each (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(names = "--decoder", paramLabel = "NAME", split = ",", converter = Decoder.Converter.class,
      description = "Only these (default: all).")
  private List<Decoder> decoders = List.of(Decoder.values());

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
      throw wrong("--minutes: expected more than 0 and at most " + MOST_MINUTES + ", got " + minutes);
    }
    Jazzer jazzer = new Jazzer(Path.of(System.getenv().getOrDefault("TERRA_HOME", ".")).toAbsolutePath());
    progress().say("compiling");
    jazzer.prepare(decoders.stream().map(Decoder::module).distinct().toList());
    List<FuzzRun> runs = new ArrayList<>();
    for (Decoder decoder : decoders) {
      progress().say("%s", decoder.label());
      FuzzRun run = jazzer.run(decoder, Duration.ofSeconds(Math.max(1, Math.round(minutes * 60))));
      runs.add(run);
      progress().say("  %,d inputs, %d edges%s", run.executions(), run.coverage(), run.holds() ? "" : ", FOUND: " + run.finding());
    }
    Report report = new Report(runs.stream().allMatch(FuzzRun::holds), runs);
    return report(report, report.holds(), VerifyFuzzCommand::print);
  }

  private static void print(PrintWriter out, Report report) {
    report.decoders().forEach(run -> out.printf(Locale.ROOT, "%-18s %8.0f s %,14d inputs %6d edges  %s%n", run.decoder(), run.seconds(),
        run.executions(), run.coverage(), run.holds() ? "holds" : "FOUND: " + run.finding()));
    out.printf(Locale.ROOT, "%d decoders: %s%n", report.decoders().size(), inWords(report.holds()));
  }
}
