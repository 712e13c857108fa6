package dev.terra.lab.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.terra.reproduce.malcolm.RackPaper;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra reproduce malcolm}: servers that balance their load among themselves (Abbasi Abyaneh, 2022), in a simulated rack. */
@Command(
    name = "malcolm",
    mixinStandardHelpOptions = true,
    description = {
      "Servers of a rack that give tasks to each other and take them (Malcolm, University of Waterloo, 2022), by Terra's policies:",
      "throughput within a tail beside a hash, power of two, JSQ, JBT, Envoy's least request and Prequal (figures 7.1, 7.2), RackSched",
      "(7.6), loads that are told seldom (7.8), and traffic and pace that change (7.9). All take some minutes. Exit code 1 if a row",
      "does not hold."
    })
public final class MalcolmCommand extends PaperCommand {
  private static final int LEAST_TASKS = 10_000;
  private static final int MOST_TASKS = 10_000_000;

  @Option(names = "--only", split = ",", paramLabel = "NAME",
      description = "Only these: 7.1, 7.2 or 7.6 with :Exp, :Bimodal, :HyperExp-1 or :HyperExp-2; 7.8; 7.9 (default: all).")
  private List<String> names = RackPaper.NAMES;

  @Option(names = "--tasks", defaultValue = "300000", paramLabel = "N", description = "Tasks of each run (default ${DEFAULT-VALUE}).")
  private int tasks;

  @Override
  public Integer call() throws JsonProcessingException {
    expect("--tasks", tasks, LEAST_TASKS, MOST_TASKS);
    expectKnown("--only", names, RackPaper.NAMES);
    RackPaper paper = new RackPaper(seed(), tasks);
    return report(names, name -> paper.of(name).get());
  }
}
