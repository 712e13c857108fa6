package dev.terra.lab.dashboard;

import dev.terra.core.wan.Wan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.dashboard.BrowserTests.Outcome;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra verify dashboard}: tests the dashboard in a real browser; docs/contribute/verify.md describes it. */
@Command(
    name = "dashboard",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Looks at the dashboard with a real Chromium, without a window. page: states, live updates, errors, keyboard, accessibility,",
      "size and load time, against a server that speaks the REST interface. report: the charts of the simulator's report. large:",
      "500 sites, 1,250 links, 1,000 shuffles. controller: the same, from a real controller whose agents are made up; it computes paths",
      "for some minutes first. testbed: a real controller, whose links are cut and whose processes are killed while shuffles run; needs",
      "root.",
      "Chromium has to be installed: apt-get install -y chromium. Exit code 0 only if everything that was asked for was run and holds."
    })
public final class VerifyDashboardCommand extends LabCommand {
  private static final String TESTBED = "testbed";
  private static final List<String> SUITES = List.of("page", "report", "large", BrowserTests.CONTROLLER, TESTBED);

  @Option(names = "--suites", paramLabel = "SUITE,...", split = ",",
      description = "Only these: page, report, large, controller, testbed (default: all).")
  private List<String> suites = SUITES;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file of the testbed (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--running", description = "testbed: on the testbed that is up, with the jobs that run there, instead of one of its own.")
  private boolean running;

  @Option(names = "--pictures", paramLabel = "DIR", description = "testbed: also put pictures of the page there.")
  private Optional<Path> pictures = Optional.empty();

  /** The output of {@code --json}. */
  record Report(boolean holds, List<Outcome> suites) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    expectKnown("--suites", suites, SUITES);
    Path home = home();
    BrowserTests tests = new BrowserTests(home);
    List<Outcome> outcomes = new ArrayList<>();
    for (String suite : suites) {
      progress().say(suite);
      Outcome outcome = switch (suite) {
        case TESTBED -> onTestbed(tests);
        case BrowserTests.CONTROLLER -> new LargeController(progress()::say).look(tests);
        default -> tests.run(suite);
      };
      outcomes.add(outcome);
      tell(outcome, tests);
    }
    Report report = new Report(outcomes.stream().allMatch(Outcome::holds), outcomes);
    return report(report, report.holds(), VerifyDashboardCommand::print);
  }

  private Outcome onTestbed(BrowserTests tests) throws IOException, InterruptedException {
    TestbedSuite suite = new TestbedSuite(tests, pictures, progress()::say);
    Wan wan = Topologies.load(topology(topology, "swan"));
    return running ? suite.onTheRunningOne() : suite.onItsOwn(wan);
  }

  private void tell(Outcome outcome, BrowserTests tests) {
    outcome.notes().forEach(note -> progress().say("  " + note));
    outcome.tests().stream().filter(test -> !test.holds()).forEach(test -> progress().say("  failed: " + test.name()));
    if (!outcome.holds()) {
      progress().say("  what the tests wrote is in " + tests.log(outcome.suite()));
    }
  }

  private static void print(PrintWriter out, Report report) {
    report.suites().forEach(outcome -> out.printf(Locale.ROOT, "%s: %d tests, %s%n", outcome.suite(), outcome.tests().size(),
        inWords(outcome.holds())));
  }
}
