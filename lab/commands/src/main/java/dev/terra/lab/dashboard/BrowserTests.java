package dev.terra.lab.dashboard;

import dev.terra.testbed.os.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs a file of browser tests with Node, in the folder in which the build left the dashboard. */
final class BrowserTests {
  /** The suite that tests the page of a controller with made-up agents. */
  static final String CONTROLLER = "controller";
  /** Several times what the longest suite takes on a busy machine. */
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  private final Path folder;
  private final Path logs;

  BrowserTests(Path home) {
    this.folder = home.resolve("terra-dashboard");
    this.logs = home.resolve("target");
  }

  /**
   * The results of a suite.
   *
   * @param holds whether Node succeeded, at least one test was run, and each test passed
   * @param notes what the tests measured
   */
  record Outcome(String suite, boolean holds, List<TapResults.Result> tests, List<String> notes) {}

  /** Runs a suite on this machine. */
  Outcome run(String suite) throws IOException, InterruptedException {
    return run(suite, ProcessBuilder::new, Map.of());
  }

  /**
   * Runs a suite.
   *
   * @param entry makes a command run elsewhere, as in a namespace
   * @throws IOException if there is no Node, or the tests do not end
   */
  Outcome run(String suite, Function<List<String>, ProcessBuilder> entry, Map<String, String> environment)
      throws IOException, InterruptedException {
    Files.createDirectories(logs);
    ProcessBuilder builder = entry.apply(List.of("node", "--test-reporter=tap", "src/test/browser/" + file(suite) + ".test.mjs"));
    builder.environment().putAll(environment);
    Process node = builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(log(suite).toFile()).start();
    try {
      if (!node.waitFor(DEADLINE.toMinutes(), TimeUnit.MINUTES)) {
        throw new IOException(
            "the browser tests '" + suite + "' did not end within " + DEADLINE.toMinutes() + " minutes; log: " + log(suite));
      }
    } finally {
      Children.end(node);
    }
    List<String> lines = Files.readAllLines(log(suite));
    List<TapResults.Result> results = TapResults.results(lines);
    boolean holds = node.exitValue() == 0 && !results.isEmpty() && results.stream().allMatch(TapResults.Result::holds);
    return new Outcome(suite, holds, results, TapResults.notes(lines));
  }

  /**
   * Returns the name of a suite's file. The controller's page has the same tests as the page of the server that stands
   * in for a controller.
   */
  private static String file(String suite) {
    return suite.equals(CONTROLLER) ? "large" : suite;
  }

  /** Returns the log of the last run of a suite. */
  Path log(String suite) {
    return logs.resolve("verify-dashboard-" + suite + ".log");
  }
}
