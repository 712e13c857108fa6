package dev.terra.lab.fetch;

import dev.terra.lab.command.LabCommand;
import dev.terra.lab.fetch.ClassesResult.Figure;
import dev.terra.testbed.Labelled;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra verify classes}: measures how long small fetches take beside bulk; docs/contribute/verify.md describes it. */
@Command(
    name = "classes",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Has each site of an emulated WAN serve small interactive fetches of 64 KiB to 1 MiB to its neighbours, by Terra's shuffle handler,",
      "while two shuffles keep all links full. Row network: links have weighted fair queues; row plans: one queue, and plans leave what",
      "fetches need. Both are compared with fetches alone and with fetches without classes, and the bulk with its plan. Row admission:",
      "three sites in a line, whose fetches ask for three times what can be promised. Needs root, and some fifteen minutes.",
      "Exit code 1 if a limit is not kept."
    })
public final class VerifyClassesCommand extends LabCommand {
  private static final double MOST_FETCHES = 100;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--rows", paramLabel = "ROW", split = ",", description = "Of network, plans and admission (default: all).")
  private List<String> rows = new ArrayList<>();

  @Option(names = "--fetches", paramLabel = "N", defaultValue = "20",
      description = "How many each site serves in a second beside bulk (default: ${DEFAULT-VALUE}).")
  private double fetches;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
      description = "When which reader fetches how much (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** The output of {@code --json}. */
  record Report(String topology, double fetchesPerSecond, long seed, boolean holds, List<ClassesResult> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    expect("--fetches", fetches, 1, MOST_FETCHES);
    expectKnown("--rows", rows, Labelled.labels(ClassesRow.values()));
    List<ClassesRow> wanted = rows.isEmpty() ? List.of(ClassesRow.values()) : ClassesRow.named(rows);
    Path file = topology(topology, "swan");
    List<ClassesResult> results = measured(wanted, file);
    boolean holds = results.stream().allMatch(ClassesResult::holds);
    return report(new Report(file.getFileName().toString(), fetches, seed, holds, results), holds, VerifyClassesCommand::print);
  }

  private List<ClassesResult> measured(List<ClassesRow> wanted, Path file) throws IOException, InterruptedException {
    Random random = new Random(seed);
    List<ClassesResult> results = new ArrayList<>();
    List<ClassesRow> beside = wanted.stream().filter(row -> row != ClassesRow.ADMISSION).toList();
    if (!beside.isEmpty()) {
      results.addAll(new ClassesMeasurement(Topologies.load(file), fetches, random, progress()::say).run(beside));
    }
    if (wanted.contains(ClassesRow.ADMISSION)) {
      results.add(new AdmissionMeasurement(random, progress()::say).run());
    }
    return results;
  }

  private static void print(PrintWriter out, Report report) {
    report.rows().forEach(row -> {
      out.printf(Locale.ROOT, "%s: %s%n", row.row(), inWords(row.holds()));
      row.figures().forEach(figure -> out.printf(Locale.ROOT, "  %-40s %8.3f%s%n", figure.name(), figure.value(), limit(figure)));
    });
  }

  private static String limit(Figure figure) {
    return figure.atMost() != null ? String.format(Locale.ROOT, " (at most %.2f)", figure.atMost())
        : figure.atLeast() != null ? String.format(Locale.ROOT, " (at least %.2f)", figure.atLeast()) : "";
  }
}
