package dev.terra.lab.agents;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.command.LabCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench agents}: what several agents of a site carry, each with a part of a core. */
@Command(
    name = "agents",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Limits each agent of two sites to a part of a core (a control group of the kernel's), moves one shuffle of made-up bytes from",
      "one site to the other, and compares the throughput of several agents per site with that of one. Every byte is checked where it",
      "arrives. Brings its own testbed up and down; needs root."
    })
public final class BenchAgentsCommand extends LabCommand {
  private static final double HALF_A_CORE = 0.5;
  private static final double LEAST_CORES = 0.1;
  /** The rest is for the link, the controller, and the kernel's work for other processes. */
  private static final double SHARE_FOR_AGENTS = 0.6;
  private static final int SITES = 2;
  private static final int MOST_AGENTS = 4;

  @Option(names = "--agents", paramLabel = "N,...", split = ",", defaultValue = "1,2,4",
      description = "Agents per site, 1 to 4; compared with the first (default: ${DEFAULT-VALUE}).")
  private List<Integer> agents;

  @Option(names = "--cores", paramLabel = "X",
      description = "Of each agent, at least 0.1 (default: 0.5, or less where all agents together would need most of this machine's).")
  private Optional<Double> cores = Optional.empty();

  @Option(names = "--megabytes", paramLabel = "N", defaultValue = "2000", description = "Of the shuffle (default: ${DEFAULT-VALUE}).")
  private int megabytes;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "Turns of each number; medians count (default: 3).")
  private int rounds;

  /** What {@code --json} prints. */
  record Report(int machineCores, double coresPerAgent, long bytes, List<AgentsBench.Row> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    Progress progress = progress();
    int machine = Runtime.getRuntime().availableProcessors();
    double each = cores.orElseGet(() -> affordable(machine, agents.stream().mapToInt(Integer::intValue).max().orElseThrow()));
    long bytes = megabytes * 1_000_000L;
    try (AgentsBench bench = new AgentsBench(new AgentsBench.Load(agents, each, bytes, rounds), progress::say)) {
      return report(new Report(machine, each, bytes, bench.run()), true, BenchAgentsCommand::print);
    }
  }

  /** Half a core, or less: agents that wait for a core and not for their quota say nothing of how many there are. */
  static double affordable(int machineCores, int mostAgents) {
    return Math.max(LEAST_CORES, Math.min(HALF_A_CORE, SHARE_FOR_AGENTS * machineCores / (SITES * mostAgents)));
  }

  private void check() {
    if (agents.stream().anyMatch(number -> number < 1 || number > MOST_AGENTS)) {
      throw wrong("--agents: expected 1 to " + MOST_AGENTS + ", got " + agents);
    }
    if (cores.isPresent() && !(cores.get() >= LEAST_CORES && Double.isFinite(cores.get()))) {
      throw wrong("--cores: expected at least " + LEAST_CORES + ", got " + cores.get());
    }
    if (megabytes < 1 || rounds < 1 || rounds > 100) {
      throw wrong("--megabytes is at least 1 and --rounds 1 to 100, got " + megabytes + " and "
          + rounds);
    }
  }

  private static void print(PrintWriter out, Report report) {
    report.rows().forEach(row -> out.printf(Locale.ROOT, "%d per site, %.2f cores each: %.1f MB/s, %.2f times%n", row.agentsPerSite(),
        report.coresPerAgent(), row.medianBytesPerSecond() / 1e6, row.ratio()));
  }
}
