package dev.terra.lab.verify;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.terra.lab.faults.Outcome;
import dev.terra.lab.faults.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs seeded sequences of faults, and clocks that jump, on the agents' state in a network in memory with a clock of
 * its own. It is test code of terra-agent, so Maven runs it.
 */
final class VirtualNetwork {
  static final String CLOCK_JUMP = "clock-jump";
  private static final String MODULE = "terra-agent";
  private static final String PACKAGE = "dev.terra.agent.virtual.";
  private static final String SEQUENCES = "FaultSequenceTest";
  private static final String JUMPS = "ClockJumpTest";
  private static final Pattern SEED = Pattern.compile("-Dterra\\.seed=(-?[0-9]+)");

  private VirtualNetwork() {}

  /**
   * Sequences with successive seeds.
   *
   * @param failedSeed replays the first sequence that failed; null if none did
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Sequences(int count, long firstSeed, double seconds, boolean holds, Long failedSeed, String detail) {}

  static Sequences sequences(Path home, int count, long firstSeed) throws InterruptedException {
    long start = System.nanoTime();
    Result result = run(home, SEQUENCES, List.of("-Dterra.sequences=" + count, "-Dterra.base=" + firstSeed));
    Optional<Long> failed = failedSeed(result.report);
    return new Sequences(count, firstSeed, (System.nanoTime() - start) / 1e9, result.passed, failed.orElse(null),
        result.passed ? "" : failed.map(seed -> "replay it: mvn test -pl terra-agent -am -Dtest=FaultSequenceTest -Dterra.seed=" + seed)
            .orElse(result.detail));
  }

  /** Returns the seed that a report of the sequences names. */
  static Optional<Long> failedSeed(String report) {
    Matcher matcher = SEED.matcher(report);
    return matcher.find() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
  }

  /** Runs the row of the fault matrix about clocks. */
  static RunReport clockJump(Path home) throws InterruptedException {
    long start = System.nanoTime();
    Result result = run(home, JUMPS, List.of());
    List<String> faults = List.of("clocks set and machines asleep, in the virtual network");
    if (!result.ran) {
      return RunReport.none(CLOCK_JUMP, faults, Outcome.NOT_RUN, result.detail);
    }
    return new RunReport(CLOCK_JUMP, faults, result.passed ? Outcome.DELIVERED : Outcome.TESTS_FAILED, result.passed, 0, 0,
        (System.nanoTime() - start) / 1e9, null, null, null, null, result.detail);
  }

  private record Result(boolean ran, boolean passed, String report, String detail) {}

  private static Result run(Path home, String test, List<String> properties) throws InterruptedException {
    try {
      MavenTests.forget(home, MODULE, PACKAGE + test);
      List<String> arguments = new ArrayList<>(properties);
      arguments.add("test");
      int exit = MavenTests.run(home, List.of(MODULE), test, arguments);
      Optional<String> report = MavenTests.report(home, MODULE, PACKAGE + test);
      TestCounts counts = report.isPresent() ? TestCounts.parse(report.get()) : TestCounts.NONE;
      boolean passed = exit == 0 && counts.tests() > 0 && counts.failed().isEmpty() && counts.skipped() == 0;
      return new Result(report.isPresent(), passed, report.orElse(""),
          report.isEmpty() ? "Maven could not run the tests of " + MODULE + " (" + MavenTests.log(home) + ")" : counts.toString());
    } catch (IOException e) {
      return new Result(false, false, "", "Maven could not run the tests of " + MODULE + ": " + e.getMessage());
    }
  }
}
