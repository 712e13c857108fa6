package dev.terra.lab.verify;

import dev.terra.testbed.os.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Tests of the source tree, run by Maven, which writes to {@link #log}. */
final class MavenTests {
  /** Several times what the longest of these suites takes on a busy machine. */
  private static final Duration DEADLINE = Duration.ofMinutes(60);

  private MavenTests() {}

  /**
   * Runs tests.
   *
   * @param modules folders below home; the modules that they need are built too
   * @param tests their classes, in the format of surefire
   * @param arguments properties and the phase
   * @return Maven's exit code
   * @throws IOException if there is no Maven, or the tests do not end
   */
  static int run(Path home, List<String> modules, String tests, List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", "-Dstyle.color=never", "-pl", String.join(",", modules), "-am",
        "-Dtest=" + tests, "-Dsurefire.failIfNoSpecifiedTests=false", "-Dmaven.test.failure.ignore=false", "-Dcheckstyle.skip"));
    command.addAll(arguments);
    Files.createDirectories(log(home).getParent());
    Process maven = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true)
        .redirectOutput(log(home).toFile()).start();
    try {
      if (!maven.waitFor(DEADLINE.toMinutes(), TimeUnit.MINUTES)) {
        throw new IOException(tests + " did not end within " + DEADLINE.toMinutes() + " minutes");
      }
      return maven.exitValue();
    } finally {
      Children.end(maven);
    }
  }

  /** Returns the log of Maven and the tests in the last run. */
  static Path log(Path home) {
    return home.resolve("target/verify-tests.log");
  }

  /** Returns the folder of a module's reports. */
  static Path reports(Path home, String module) {
    return home.resolve(module).resolve("target/surefire-reports");
  }

  private static Path file(Path home, String module, String testClass) {
    return reports(home, module).resolve("TEST-" + testClass + ".xml");
  }

  /** Removes the report of an earlier run. */
  static void forget(Path home, String module, String testClass) throws IOException {
    Files.deleteIfExists(file(home, module, testClass));
  }

  /** Removes the reports of all earlier runs, whatever their classes. */
  static void forgetAll(Path home, String module) throws IOException {
    if (Files.isDirectory(reports(home, module))) {
      for (Path file : TestCounts.files(reports(home, module))) {
        Files.delete(file);
      }
    }
  }

  /** Returns the report of a class; empty if the class did not run. */
  static Optional<String> report(Path home, String module, String testClass) throws IOException {
    Path file = file(home, module, testClass);
    return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
  }
}
