package dev.terra.lab.agents;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.viewers.ViewersRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./terra bench control}: measures how long a controller and many agents take until all agents follow a stable
 * schedule.
 */
@Command(
    name = "control",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Has the control clients of many sites' agents join a controller all at once, changes the leader, cuts a link and mends it, and",
      "says after what time nobody heard anything new, and how many bytes that took. No data is sent. Exit code 1 if any took over 5 s."
    })
public final class BenchControlCommand extends LabCommand {
  private static final double LIMIT_SECONDS = 5;
  private static final int MOST_AGENTS = 16;
  private static final int LINKS_PER_SITE = 2;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: one is generated).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--sites", paramLabel = "N", defaultValue = "50", description = "Sites of the generated one (default: ${DEFAULT-VALUE}).")
  private int sites;

  @Option(names = "--agents-per-site", paramLabel = "N", defaultValue = "4", description = "1 to 16 (default: ${DEFAULT-VALUE}).")
  private int agentsPerSite;

  @Option(names = "--shuffles", paramLabel = "N", defaultValue = "100",
      description = "Under way, each between five sites (default: ${DEFAULT-VALUE}).")
  private int shuffles;

  @Option(names = "--paths", paramLabel = "N", defaultValue = "10",
      description = "Tunnels for each pair of sites (default: ${DEFAULT-VALUE}).")
  private int paths;

  @Option(names = "--seed", paramLabel = "SEED", defaultValue = "1", description = "Of the shuffles (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** The output of {@code --json}. */
  record Report(String topology, int agents, int shuffles, List<ControlBench.Phase> phases, boolean holds) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (sites < ControlBench.SHUFFLE_SITES || agentsPerSite < 1 || agentsPerSite > MOST_AGENTS || shuffles < 1 || paths < 1) {
      throw wrong("--sites is at least " + ControlBench.SHUFFLE_SITES + ", --agents-per-site 1 to "
          + MOST_AGENTS + ", --shuffles and --paths at least 1");
    }
    Progress progress = progress();
    Path file = topology.isPresent() ? topology.get() : ViewersRun.generated(sites, LINKS_PER_SITE * sites);
    try (ControlBench bench = new ControlBench(new ControlBench.Load(file, agentsPerSite, shuffles, paths, seed), progress::say)) {
      List<ControlBench.Phase> phases = bench.run();
      boolean holds = phases.stream().allMatch(phase -> phase.seconds() <= LIMIT_SECONDS);
      return report(new Report(bench.wanName(), bench.agents(), shuffles, phases, holds), holds, BenchControlCommand::print);
    }
  }

  private static void print(PrintWriter out, Report report) {
    report.phases().forEach(phase -> out.printf(Locale.ROOT,
        "%-24s %5.2f s, %7.1f kB to agents (at most %.1f kB to one), %.1f kB from them%n", phase.name(), phase.seconds(),
        phase.bytes().toAgents() / 1e3, phase.bytes().mostToOne() / 1e3, phase.bytes().fromAgents() / 1e3));
  }
}
