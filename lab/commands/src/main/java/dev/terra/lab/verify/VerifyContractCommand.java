package dev.terra.lab.verify;

import dev.terra.lab.command.LabCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./terra verify contract}: runs the shuffle contract over Hadoop's handler and Terra's, and the tests of
 * failing fetches, repeatedly, on all supported versions of Hadoop.
 */
@Command(
    name = "contract",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the shuffle contract over Hadoop's handler and Terra's, on Hadoop 3.4.3 and 3.5.0, and Spark's over its own shuffle service",
      "and Terra's, on Spark 3.5 and 4.0, until a round fails.",
      "Exit code 1 if one did."
    })
final class VerifyContractCommand extends LabCommand {
  private static final List<String> MODULES = List.of("terra-shuffle", "terra-shuffle/on-hadoop-3.5",
      "terra-spark", "terra-spark/on-spark-4");
  private static final String TESTS = "*Contract,HadoopVersionTest,FetchStepsTest,RestartTest,SafetyTest,DagTest,RelayConditionsTest,"
      + "RedirectAndRelayTest,TamperedRequestsTest,*SparkTest,SparkVersionTest";
  private static final int MAX_ROUNDS = 1_000;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "How often (default: ${DEFAULT-VALUE}).")
  private int rounds;

  /** The output of {@code --json}. */
  record Report(boolean holds, List<Round> rounds) {}

  /**
   * One run of all tests.
   *
   * @param holds whether Maven succeeded and no test failed or was skipped
   * @param failed names of tests
   */
  record Round(boolean holds, double seconds, int tests, int skipped, List<String> failed) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    expect("--rounds", rounds, 1, MAX_ROUNDS);
    Path home = home();
    List<Round> done = new ArrayList<>();
    boolean holds = true;
    while (holds && done.size() < rounds) {
      progress().say("round %d of %d", done.size() + 1, rounds);
      Round round = round(home);
      done.add(round);
      holds = round.holds();
      progress().say("  %d tests in %.0f s, %d failed, %d skipped", round.tests(), round.seconds(), round.failed().size(), round.skipped());
      round.failed().forEach(test -> progress().say("  failed: %s", test));
    }
    if (!holds) {
      progress().say("what the tests wrote is in %s", MavenTests.log(home));
    }
    return report(new Report(holds, done), holds, VerifyContractCommand::print);
  }

  private static Round round(Path home) throws IOException, InterruptedException {
    long start = System.nanoTime();
    for (String module : MODULES) {
      MavenTests.forgetAll(home, module);
    }
    int exit = MavenTests.run(home, MODULES, TESTS, List.of("verify"));
    TestCounts counts = TestCounts.NONE;
    for (String module : MODULES) {
      counts = counts.plus(TestCounts.read(MavenTests.reports(home, module)));
    }
    boolean holds = exit == 0 && counts.tests() > 0 && counts.failed().isEmpty() && counts.skipped() == 0;
    return new Round(holds, (System.nanoTime() - start) / 1e9, counts.tests(), counts.skipped(), counts.failed());
  }

  private static void print(PrintWriter out, Report report) {
    out.printf(Locale.ROOT, "%d rounds, %d tests: %s%n", report.rounds().size(), report.rounds().stream().mapToInt(Round::tests).sum(),
        inWords(report.holds()));
  }
}
