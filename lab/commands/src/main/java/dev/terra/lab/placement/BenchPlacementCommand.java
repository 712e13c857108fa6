package dev.terra.lab.placement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Iterables;
import com.google.common.math.Quantiles;
import dev.terra.lab.command.LabCommand;
import dev.terra.testbed.Installation;
import dev.terra.testbed.os.OwnJava;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench placement}: measures what Terra's processor costs the ResourceManager. */
@Command(
    name = "placement",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lets MapReduce applications come to Hadoop's own ResourceManager at a steady rate, with Terra's processor off and on,",
      "in pairs of runs on a cluster of 60 nodes. Prints how long the ResourceManager takes for the calls (allocate) of",
      "application masters, and how much more that is with the processor. Every second pair begins with it. Takes two minutes a pair."
    })
public final class BenchPlacementCommand extends LabCommand {
  private static final double NANOS_A_MILLISECOND = 1e6;
  private static final int MOST_PAIRS = 100;
  private static final int MOST_APPLICATIONS = 4_000;
  private static final int MOST_SECONDS = 600;
  private static final int HEAP_MEGABYTES = 3_000;
  /** The time for the start of a ResourceManager and the last applications, in addition to the requested time. */
  private static final long PATIENCE_SECONDS = 180;
  private static final String FIGURES = "figures ";
  /** The word {@code figures} and five numbers. */
  private static final int WORDS = 6;

  @Option(names = "--pairs", paramLabel = "N", defaultValue = "3", description = "Pairs of runs, 1 to 100 (default 3).")
  private int pairs;

  @Option(names = "--applications", paramLabel = "N", defaultValue = "2000",
      description = "Applications a minute, 1 to 4000 (default 2000).")
  private int applications;

  @Option(names = "--seconds", paramLabel = "S", defaultValue = "25",
      description = "How long a run is measured, after as long a warm-up, 5 to 600 s (default 25).")
  private int seconds;

  @Override
  public Integer call() throws IOException, InterruptedException {
    expect("--pairs", pairs, 1, MOST_PAIRS);
    expect("--applications", applications, 1, MOST_APPLICATIONS);
    expect("--seconds", seconds, 5, MOST_SECONDS);
    ArrayNode runs = JsonNodeFactory.instance.arrayNode();
    for (int pair = 0; pair < pairs; pair++) {
      for (String mode : pair % 2 == 0 ? List.of("off", "on") : List.of("on", "off")) {
        ObjectNode run = run(mode);
        progress().say(String.format(Locale.ROOT, "pair %d of %d, processor %s: 99 of 100 calls within %.2f ms",
            pair + 1, pairs, mode, run.path("p99Millis").asDouble()));
        runs.add(run);
      }
    }
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    report.put("applicationsPerMinute", applications);
    for (String figure : List.of("p50Millis", "p99Millis")) {
      double off = median(runs, "off", figure);
      double on = median(runs, "on", figure);
      report.putObject(figure).put("off", off).put("on", on).put("more", on - off);
    }
    report.set("runs", runs);
    return report(report, true, BenchPlacementCommand::print);
  }

  private ObjectNode run(String mode) throws IOException, InterruptedException {
    Installation installation = Installation.inSourceTree(Installation.home());
    Path log = Files.createTempFile("terra-bench-placement-", ".log");
    try {
      Process process = new ProcessBuilder(OwnJava.command(), "-Xmx" + HEAP_MEGABYTES + "m", "-Djava.net.preferIPv4Stack=true",
          "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp",
          String.join(File.pathSeparator, Installation.home().resolve("lab/shuffle-bench/target/lib") + "/*",
              installation.placementJar().toString(), installation.hadoopLibraries() + "/*"),
          "dev.terra.resourcemanager.AllocateLoad", mode, Integer.toString(applications), Integer.toString(seconds))
          .redirectErrorStream(true).redirectOutput(log.toFile()).start();
      boolean isOver = process.waitFor(2L * seconds + PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly().waitFor();
      List<String> lines = Files.readString(log, StandardCharsets.ISO_8859_1).lines().filter(line -> !line.isBlank()).toList();
      String[] words = lines.stream().filter(line -> line.startsWith(FIGURES)).findFirst().orElse("").split(" ");
      if (!isOver || process.exitValue() != 0 || words.length != WORDS) {
        throw new IOException("the ResourceManager with the processor " + mode + (isOver ? " failed: " : " did not end: ")
            + Iterables.getLast(lines, "it printed nothing"));
      }
      ObjectNode run = JsonNodeFactory.instance.objectNode();
      run.put("mode", mode).put("applications", Integer.parseInt(words[1])).put("placed", Integer.parseInt(words[2]))
          .put("calls", Integer.parseInt(words[3])).put("p50Millis", Long.parseLong(words[4]) / NANOS_A_MILLISECOND)
          .put("p99Millis", Long.parseLong(words[5]) / NANOS_A_MILLISECOND);
      return run;
    } finally {
      Files.delete(log);
    }
  }

  private static double median(ArrayNode runs, String mode, String figure) {
    List<Double> all = new ArrayList<>();
    runs.forEach(run -> {
      if (run.path("mode").asText().equals(mode)) {
        all.add(run.path(figure).asDouble());
      }
    });
    return Quantiles.median().compute(all);
  }

  private static void print(PrintWriter out, JsonNode report) {
    out.printf(Locale.ROOT, "%d applications a minute, calls of their masters (medians of the runs):%n",
        report.path("applicationsPerMinute").asInt());
    out.printf(Locale.ROOT, "%-6s %10s %10s %10s%n", "", "off", "on", "more");
    line(out, "p50", report.path("p50Millis"));
    line(out, "p99", report.path("p99Millis"));
    for (JsonNode run : report.path("runs")) {
      out.printf(Locale.ROOT, "  processor %-3s  %d applications ended, %d placed by the processor, %d calls, p99 %.2f ms%n",
          run.path("mode").asText(), run.path("applications").asInt(), run.path("placed").asInt(), run.path("calls").asInt(),
          run.path("p99Millis").asDouble());
    }
  }

  private static void line(PrintWriter out, String what, JsonNode figure) {
    out.printf(Locale.ROOT, "%-6s %7.2f ms %7.2f ms %7.2f ms%n", what, figure.path("off").asDouble(), figure.path("on").asDouble(),
        figure.path("more").asDouble());
  }
}
