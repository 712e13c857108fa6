package dev.terra.lab.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./terra verify security}: checks what a hostile process can do at each port; docs/contribute/verify.md describes it. */
@Command(
    name = "security",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Three sites on the loopback interface, with TLS, carry a job's bytes. A hostile process tries at each port of agents, handlers and",
      "controller to read, forge, replay, end a job and flood: without a certificate, with an expired one, another site's, another",
      "authority's, from a container's place, and with another job's secret. Then a controller, agents and a ZooKeeper run as processes of",
      "their own, and it tries submitted files, the election, names, the HTTP interface, logs and the admin token.",
      "Each attempt has to be refused, and honest readers have to be served.",
      "Needs no rights, and some minutes. Exit code 1 if anything was not refused."
    })
public final class VerifySecurityCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--no-floods", description = "Leave out the floods, which take most of the time.")
  private boolean noFloods;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  private final long startNanos = System.nanoTime();

  /** The output of {@code --json}. */
  record SecurityReport(List<SecurityRow> rows, boolean holds) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("terra-security");
    try {
      List<SecurityRow> rows = new SecuritySuite(directory, this::say).run(!noFloods);
      boolean holds = rows.stream().allMatch(SecurityRow::holds);
      print(new SecurityReport(rows, holds));
      return holds ? 0 : 1;
    } finally {
      delete(directory);
    }
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> {
        try {
          Files.delete(file);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    }
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.printf(Locale.ROOT, "[%5.1f s] %s%n", (System.nanoTime() - startNanos) / 1e9, line);
    err.flush();
  }

  private void print(SecurityReport report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(report));
    } else {
      report.rows().forEach(row -> out.printf(Locale.ROOT, "%-22s %-75s %s%s%n", row.port(), row.attempt(), row.outcome(),
          row.holds() ? "" : "  DOES NOT HOLD"));
    }
    out.flush();
  }
}
