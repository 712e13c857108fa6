package dev.terra.cli.verify;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code ./terra verify contract}: the shuffle contract over Hadoop's handler and Terra's, and the tests of fetches that go wrong, again
 * and again, on all supported versions of Hadoop.
 */
@Command(
    name = "contract",
    mixinStandardHelpOptions = true,
    description = "Runs the shuffle contract over Hadoop's handler and Terra's, on Hadoop 3.4.3 and 3.5.0.")
final class VerifyContractCommand implements Callable<Integer> {
  private static final List<String> MODULES = List.of("terra-shuffle", "terra-shuffle/on-hadoop-3.5");
  private static final String TESTS = "*Contract,HadoopVersionTest,FetchStepsTest,RestartTest,SafetyTest,DagTest,RelayConditionsTest,"
      + "RedirectAndRelayTest,TamperedRequestsTest";
  private static final int MAX_ROUNDS = 1_000;

  @Spec private CommandSpec spec;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "how often (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new ParameterException(spec.commandLine(), "--rounds: expected 1 to " + MAX_ROUNDS + ", got " + rounds);
    }
    Path home = Path.of(System.getenv().getOrDefault("TERRA_HOME", "."));
    PrintWriter out = spec.commandLine().getOut();
    TestCounts all = TestCounts.NONE;
    for (int round = 1; round <= rounds; round++) {
      int exit = MavenTests.run(home, MODULES, TESTS, List.of("verify"));
      TestCounts counts = TestCounts.NONE;
      for (String module : MODULES) {
        counts = counts.plus(TestCounts.read(home.resolve(module).resolve("target/surefire-reports")));
      }
      all = all.plus(counts);
      out.printf("round %d of %d: %s%n", round, rounds, counts);
      if (exit != 0) {
        out.println("the reports are in target/surefire-reports of " + String.join(" and ", MODULES));
        return 1;
      }
    }
    out.println("all rounds: " + all);
    return 0;
  }
}
