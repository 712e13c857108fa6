package dev.terra.lab.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
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
      "Goes package by package, some minutes each, and keeps what it found: what has not changed since is not done again.",
      "Exit code 1 if they are fewer than " + VerifyMutationCommand.LEAST_KILLED_PERCENT + " percent in any part."
    })
final class VerifyMutationCommand implements Callable<Integer> {
  static final int LEAST_KILLED_PERCENT = 80;
  /** How many classes with survivors are listed for a part; the rest is in PIT's own report. */
  private static final int LISTED_CLASSES = 10;

  /** A package whose code is a pure function of its input, and where it is. */
  enum Part {
    CORE("terra-core", "dev.terra.core"),
    SCHEDULE("terra-schedule", "dev.terra.schedule"),
    WIRE("terra-agent", "dev.terra.agent.wire");

    private final String module;
    private final String root;

    Part(String module, String root) {
      this.module = module;
      this.root = root;
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

  @Option(names = "--package", paramLabel = "NAME", split = ",",
      description = "Only packages whose names end so, such as lp or policy.terra (default: all of the parts).")
  private List<String> packages = List.of();

  @Option(names = "--afresh", description = "Also what has not changed since it was done.")
  private boolean afresh;

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
      rows.add(row(home, part));
      describe(rows.get(rows.size() - 1));
    }
    boolean holds = rows.stream().allMatch(Row::holds);
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? new ObjectMapper().writeValueAsString(new Report(holds, rows)) : holds ? "holds" : "DOES NOT HOLD");
    out.flush();
    return holds ? 0 : 1;
  }

  private Row row(Path home, Part part) throws IOException, InterruptedException {
    long start = System.nanoTime();
    MutationReport all = MutationReport.NOTHING;
    for (MutatedPackage mutated : MutatedPackage.of(home, part.module, part.root)) {
      if (isWanted(mutated)) {
        say(mutated.name() + (afresh || !mutated.isKnown(home) ? ": some minutes" : ": known from before"));
        MutationReport report = mutated.report(home, afresh);
        say(String.format(Locale.ROOT, "%s: %d of %d, %.1f %%", mutated.name(), report.killed(), report.mutants(), report.killedPercent()));
        all = all.plus(report);
      }
    }
    if (all.mutants() == 0) {
      throw new IllegalArgumentException("no package of " + part.label() + " ends with any of " + packages);
    }
    return new Row(part.label(), all.killedPercent() >= LEAST_KILLED_PERCENT, all.mutants(), all.killed(), all.killedPercent(),
        (System.nanoTime() - start) / 1e9, all.survivors());
  }

  private boolean isWanted(MutatedPackage mutated) {
    return packages.isEmpty() || packages.stream().anyMatch(mutated.name()::endsWith);
  }

  private void say(String line) {
    spec.commandLine().getErr().println(line);
    spec.commandLine().getErr().flush();
  }

  private void describe(Row row) {
    say(String.format(Locale.ROOT, "%s: %d of %d changes noticed, %.1f %%, in %.0f s", row.part(), row.killed(), row.mutants(),
        row.killedPercent(), row.seconds()));
    row.survivors().entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).limit(LISTED_CLASSES)
        .forEach(entry -> say(String.format(Locale.ROOT, "  %3d not noticed in %s", entry.getValue(), entry.getKey())));
    say("  each of them: target/mutation/ in the part's module");
  }
}
