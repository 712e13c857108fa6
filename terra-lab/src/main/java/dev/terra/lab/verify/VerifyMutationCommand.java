package dev.terra.lab.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code ./terra verify mutation}: changes the pure parts of the code at random places and counts which changes no test notices. */
@Command(
    name = "mutation",
    mixinStandardHelpOptions = true,
    description = {
      "Changes the code of the pure parts, one place at a time, and counts the changes that a test notices.",
      "Exit code 1 if they are fewer than " + VerifyMutationCommand.LEAST_KILLED_PERCENT + " percent in any part."
    })
final class VerifyMutationCommand implements Callable<Integer> {
  static final int LEAST_KILLED_PERCENT = 80;
  /** How many classes with survivors are listed for a part; the rest is in PIT's own report. */
  private static final int LISTED_CLASSES = 10;

  /** A package whose code is a pure function of its input, and where it is. */
  enum Part {
    CORE("terra-core", "dev.terra.core.*"),
    SCHEDULE("terra-schedule", "dev.terra.schedule.*"),
    WIRE("terra-agent", "dev.terra.agent.wire.*");

    private final String module;
    private final String classes;

    Part(String module, String classes) {
      this.module = module;
      this.classes = classes;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Parts by their names in small letters. */
  static final class PartConverter implements ITypeConverter<Part> {
    @Override
    public Part convert(String name) {
      return Arrays.stream(Part.values()).filter(part -> part.label().equals(name)).findFirst()
          .orElseThrow(() -> new TypeConversionException("expected core, schedule or wire, got " + name));
    }
  }

  @Spec private CommandSpec spec;

  @Option(names = "--part", paramLabel = "PART", split = ",", converter = PartConverter.class,
      description = "Only these of core, schedule and wire (default: all).")
  private List<Part> parts = List.of(Part.values());

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  /** What {@code --json} prints. */
  record Report(boolean holds, List<Row> rows) {}

  /** One part; {@code survivors} are changes that no test noticed, by class. */
  record Row(String part, boolean holds, int mutants, int killed, double killedPercent, double seconds, Map<String, Integer> survivors) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path home = Path.of(System.getenv().getOrDefault("TERRA_HOME", "."));
    List<Row> rows = new ArrayList<>();
    for (Part part : parts) {
      spec.commandLine().getErr().println("mutating " + part.classes + " in " + part.module);
      rows.add(row(home, part));
      describe(rows.get(rows.size() - 1), home.resolve(part.module));
    }
    boolean holds = rows.stream().allMatch(Row::holds);
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? new ObjectMapper().writeValueAsString(new Report(holds, rows)) : holds ? "holds" : "DOES NOT HOLD");
    out.flush();
    return holds ? 0 : 1;
  }

  private static Row row(Path home, Part part) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Path file = home.resolve(part.module).resolve("target/pit-reports/mutations.xml");
    Files.deleteIfExists(file);
    int exit = MavenTests.run(home, List.of(part.module), "NoTestOfSurefire",
        List.of("-Pmutation", "-Dterra.mutated=" + part.classes, "test"));
    if (exit != 0 || !Files.exists(file)) {
      throw new IOException(part.module + ": the mutation tests did not run; what Maven wrote is in " + MavenTests.log(home));
    }
    MutationReport report = MutationReport.read(file);
    return new Row(part.label(), report.killedPercent() >= LEAST_KILLED_PERCENT, report.mutants(),
        report.killed(), report.killedPercent(), (System.nanoTime() - start) / 1e9, report.survivors());
  }

  private void describe(Row row, Path module) {
    PrintWriter err = spec.commandLine().getErr();
    err.printf(Locale.ROOT, "%s: %d of %d changes noticed, %.1f %%, in %.0f s%n", row.part(), row.killed(), row.mutants(),
        row.killedPercent(), row.seconds());
    row.survivors().entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).limit(LISTED_CLASSES)
        .forEach(entry -> err.printf(Locale.ROOT, "  %3d not noticed in %s%n", entry.getValue(), entry.getKey()));
    err.println("  each of them: " + module.resolve("target/pit-reports/index.html"));
    err.flush();
  }
}
