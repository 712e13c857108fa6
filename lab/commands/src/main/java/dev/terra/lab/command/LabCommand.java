package dev.terra.lab.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.cli.progress.Progress;
import dev.terra.testbed.Installation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A suite or a benchmark. It prints its progress on standard error, and reports on standard output, as text or as one
 * JSON object. Its exit code is 0 if the report holds, 1 if it does not, 2 for wrong arguments.
 */
public abstract class LabCommand implements Callable<Integer> {
  private static final int AFTER_ALL_OTHERS = 1_000;

  @Spec private CommandSpec spec;

  @Option(names = "--json", order = AFTER_ALL_OTHERS, description = "Print one JSON object instead of text.")
  private boolean json;

  private final Progress progress = new Progress(() -> spec.commandLine().getErr(), System::nanoTime);

  /** Returns the progress of this command, to which it prints what it does. */
  protected final Progress progress() {
    return progress;
  }

  /** Prints a report, as JSON or as text, and returns the exit code. */
  protected final <R> int report(R report, boolean holds, BiConsumer<PrintWriter, R> text) throws JsonProcessingException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(report));
    } else {
      text.accept(out, report);
    }
    out.flush();
    return holds ? 0 : 1;
  }

  /** Returns the words for a report's text. */
  protected static String inWords(boolean holds) {
    return holds ? "holds" : "DOES NOT HOLD";
  }

  /** Returns the exception for wrong arguments. */
  protected final ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  /** Checks that an option's number is within its limits. */
  protected final void expect(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw wrong(option + ": expected " + plain(least) + " to " + plain(most) + ", got " + plain(value));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  /** Checks that an option's names are all known. */
  protected final void expectKnown(String option, List<String> names, List<String> known) {
    names.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(unknown -> {
      throw wrong(option + ": expected some of " + known + ", got '" + unknown + "'");
    });
  }

  /** Returns the folder of the source tree. */
  protected static Path home() {
    return Installation.home();
  }

  /** Returns the given topology file, or one of the source tree's. */
  protected static Path topology(Optional<Path> given, String usual) {
    return given.orElseGet(() -> home().resolve("topologies").resolve(usual + ".yaml"));
  }
}
