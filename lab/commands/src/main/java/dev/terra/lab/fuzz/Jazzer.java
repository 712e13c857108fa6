package dev.terra.lab.fuzz;

import dev.terra.testbed.os.Children;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs Jazzer on decoders, each in a process of its own. Its findings and its corpus stay below a folder. */
final class Jazzer {
  /** The module whose run-time class path contains Jazzer, and which writes seeds. */
  private static final String TOOL = "build/fuzz-check";
  private static final String CLASS_PATH = "fuzz.cp";
  private static final Pattern EXECUTIONS = Pattern.compile("stat::number_of_executed_units:\\s*([0-9]+)");
  private static final Pattern COVERAGE = Pattern.compile(" cov: ([0-9]+) ");
  private static final Pattern FINDING = Pattern.compile("== Java Exception: (.*)");
  /**
   * The most bytes of an input. Every decoder limits its input; the decoders of the largest messages reach their limits
   * with much less.
   */
  private static final int MAX_INPUT_BYTES = 16 << 10;
  /** The time for Jazzer to start, and to write its corpus. */
  private static final Duration OVERHEAD = Duration.ofMinutes(5);

  private final Path home;
  private final String java;

  Jazzer(Path home) {
    this.home = home;
    this.java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Compiles the decoders' modules and determines their class paths. */
  void prepare(List<String> modules) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(modules);
    all.add(TOOL);
    Path log = Files.createDirectories(home.resolve("target/fuzz")).resolve("build.log");
    int exit = run(List.of("mvn", "-B", "-q", "-Dstyle.color=never", "-pl", String.join(",", all), "-am", "-DskipTests",
        "-Dcheckstyle.skip", "test-compile", "dependency:build-classpath", "-Dmdep.outputFile=target/" + CLASS_PATH,
        "-Dmdep.includeScope=test"), log, Duration.ofMinutes(60));
    if (exit != 0) {
      throw new IOException("the tests do not compile: see " + log);
    }
  }

  private String classPath(String module) throws IOException {
    Path target = home.resolve(module).resolve("target");
    return String.join(":", target.resolve("test-classes").toString(), target.resolve("classes").toString(),
        Files.readString(target.resolve(CLASS_PATH)).trim());
  }

  /** Fuzzes a decoder for a time. */
  FuzzRun run(Decoder decoder, Duration time) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Path folder = Files.createDirectories(home.resolve("target/fuzz").resolve(decoder.label()));
    Path corpus = Files.createDirectories(folder.resolve("corpus"));
    Path log = folder.resolve("log");
    String classPath = classPath(decoder.module());
    int seeded = run(List.of(java, "-cp", classPath, "dev.terra.fuzz.WriteSeeds", decoder.target(), folder.resolve("seeds").toString()),
        log, OVERHEAD);
    if (seeded != 0) {
      throw new IOException("no seeds for " + decoder.label() + ": see " + log);
    }
    int exit = run(List.of(java, "-Xmx1g", "-XX:+EnableDynamicAgentLoading", "-cp", classPath(TOOL) + ":" + classPath,
        "com.code_intelligence.jazzer.Jazzer", "--target_class=" + decoder.target(), "--instrumentation_includes=dev.terra.**",
        "--reproducer_path=" + folder, "-artifact_prefix=" + folder + "/", "-max_total_time=" + time.toSeconds(),
        "-max_len=" + MAX_INPUT_BYTES, "-print_final_stats=1", corpus.toString(), folder.resolve("seeds").toString()), log,
        time.plus(OVERHEAD));
    return result(decoder, (System.nanoTime() - start) / 1e9, exit, log);
  }

  private static FuzzRun result(Decoder decoder, double seconds, int exit, Path log) throws IOException {
    Said said = new Said();
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      lines.forEach(said::read);
    }
    String finding = exit == 0 ? "" : said.finding + " (exit " + exit + ", see " + log + ")";
    return new FuzzRun(decoder.label(), seconds, said.executions, said.coverage, finding, exit == 0 && said.executions > 0);
  }

  /**
   * The results in Jazzer's output, which is read a line at a time: a decoder that logs what it refuses fills hundreds
   * of megabytes.
   */
  private static final class Said {
    private long executions;
    private long coverage;
    private String finding = "it ended";
    private boolean found;

    void read(String line) {
      executions = number(EXECUTIONS, line, executions);
      coverage = number(COVERAGE, line, coverage);
      Matcher matcher = FINDING.matcher(line);
      if (!found && matcher.find()) {
        finding = matcher.group(1);
        found = true;
      }
    }

    private static long number(Pattern pattern, String line, long before) {
      Matcher matcher = pattern.matcher(line);
      return matcher.find() ? Long.parseLong(matcher.group(1)) : before;
    }
  }

  private int run(List<String> command, Path log, Duration patience) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException(command.get(0) + " did not end within " + patience.toMinutes() + " minutes: see " + log);
      }
      return process.exitValue();
    } finally {
      Children.end(process);
    }
  }
}
