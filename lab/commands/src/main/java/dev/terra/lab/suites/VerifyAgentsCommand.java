package dev.terra.lab.suites;

import com.google.common.collect.ImmutableMap;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.demo.JobCommand;
import dev.terra.lab.engine.SizeOption;
import dev.terra.lab.jobfaults.AgentsFault;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Protection;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./terra verify agents}: ends and restarts agents that share a site, or slows them, repeatedly while real jobs run. */
@Command(
    name = "agents",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Kills one of several agents of a site in the middle of MapReduce jobs' shuffles, at random places, and starts it again 4 s",
      "later. Results are those of the stock shuffle, nothing is fetched directly, what the killed one carried flows again within 0.8 s,",
      "and the one that came back has its share within 2 s (medians). Or drains one, or a site, and stops it when that is safe; or kills",
      "two or three of an agent, the leader and ZooKeeper at once. Or gives one a fifth of the processor time that it used, for 10 s:",
      "the times that the agents of its site need for what they have to send are within 20 %% of their mean again after 2 s (median).",
      "Runs that cannot show that, as where links are slower than the slow agent, say why and don't count. Needs root, and a minute or",
      "two for each. Exit code 1 if a limit is not kept, or nothing was seen of it."
    })
public final class VerifyAgentsCommand extends JobCommand {
  private static final int MOST = 1_000;
  /** The number of controllers: one leads, the other takes over when the leader is killed. */
  private static final int CONTROLLERS = 2;

  @Mixin private SizeOption size;

  @Option(names = "--agents-per-site", paramLabel = "N", defaultValue = "2",
      description = "Agents that share each site, 2 to 4 (default: ${DEFAULT-VALUE}).")
  private int agentsPerSite;

  @Option(names = "--kills", paramLabel = "N", defaultValue = "20", description = "How many (default: ${DEFAULT-VALUE}).")
  private int kills;

  @Option(names = "--drains", paramLabel = "N", defaultValue = "0",
      description = "How often one agent is drained, and how often a site (default: ${DEFAULT-VALUE}).")
  private int drains;

  @Option(names = "--slowdowns", paramLabel = "N", defaultValue = "0",
      description = "How often one agent becomes slow (default: ${DEFAULT-VALUE}).")
  private int slowdowns;

  @Option(names = "--several", paramLabel = "N", defaultValue = "0",
      description = "How often several are killed at once (default: ${DEFAULT-VALUE}).")
  private int several;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
      description = "Decides whom it strikes, and when (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() throws IOException, InterruptedException {
    int[] each = {kills, drains, slowdowns, several};
    if (IntStream.of(each).anyMatch(count -> count < 0 || count > MOST) || IntStream.of(each).sum() == 0) {
      throw wrong("--kills, --drains, --slowdowns and --several are 0 to " + MOST + ", and not all 0; got " + kills + ", " + drains + ", "
          + slowdowns + " and " + several);
    }
    expect("--agents-per-site", agentsPerSite, 2, 4);
    DemoCluster.Kind kind = new DemoCluster.Kind(LabNetwork.OVERLAY, Protection.NONE, several > 0 ? CONTROLLERS : 1, agentsPerSite);
    Map<AgentsFault.Kind, Integer> counts = ImmutableMap.of(AgentsFault.Kind.KILL, kills, AgentsFault.Kind.DRAIN_AGENT, drains,
        AgentsFault.Kind.DRAIN_SITE, drains, AgentsFault.Kind.SLOWDOWN, slowdowns, AgentsFault.Kind.SEVERAL, several);
    List<AgentsReport.Round> rounds =
        onCluster(size.factor(), kind, runner -> new AgentsSequence(runner).run(counts, new Random(seed)));
    AgentsReport report = AgentsReport.of(agentsPerSite, seed, rounds);
    return report(report, report.holds(), VerifyAgentsCommand::print);
  }

  private static void print(PrintWriter out, AgentsReport report) {
    report.rounds().forEach(round -> out.printf(Locale.ROOT, "%s %s at %.2f: %s%n", round.what().label(), round.target(), round.place(),
        round.inWords()));
    if (report.loads() != null) {
      out.printf(Locale.ROOT, "slowdowns: loads together after %s (median of %d that count, of %d): %s%n",
          AgentsReport.inWords(report.loads().medianSeconds()), report.loads().counted(), report.loads().slowdowns(),
          inWords(report.loads().holds()));
    }
    if (report.rounds().stream().anyMatch(round -> round.what() == AgentsFault.Kind.KILL)) {
      out.printf(Locale.ROOT, "medians of kills: stop %s, share after %s: %s%n", AgentsReport.inWords(report.medianStopSeconds()),
          AgentsReport.inWords(report.medianShareSeconds()), inWords(report.killsHold()));
    }
    out.printf(Locale.ROOT, "all runs: %s%n", inWords(report.holds()));
  }
}
