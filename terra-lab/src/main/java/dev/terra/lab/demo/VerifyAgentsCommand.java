package dev.terra.lab.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.terra.cli.progress.Progress;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Protection;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./terra verify agents}: one of several agents of a site is killed and comes back, again and again, under real jobs. */
@Command(
    name = "agents",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Kills one of several agents of a site in the middle of MapReduce jobs' shuffles, at random places, and starts it again 4 s",
      "later. Results are those of the stock shuffle, nothing is fetched directly, what the killed one carried flows again within 1 s,",
      "and the one that came back has its share within 2 s (medians). Needs root, and a minute or two for each kill. Exit code 1 if a",
      "limit is not kept."
    })
public final class VerifyAgentsCommand implements Callable<Integer> {
  private static final int MAX_KILLS = 1_000;

  @Spec private CommandSpec spec;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Mixin private SizeOption size;

  @Option(names = "--agents-per-site", paramLabel = "N", defaultValue = "2",
      description = "Agents that share each site, 2 to 4 (default: ${DEFAULT-VALUE}).")
  private int agentsPerSite;

  @Option(names = "--kills", paramLabel = "N", defaultValue = "20", description = "How many (default: ${DEFAULT-VALUE}).")
  private int kills;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
      description = "Decides who is killed, and when (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (kills < 1 || kills > MAX_KILLS) {
      throw new ParameterException(spec.commandLine(), "--kills is 1 to " + MAX_KILLS + ", got " + kills);
    }
    if (agentsPerSite < 2 || agentsPerSite > 4) {
      throw new ParameterException(spec.commandLine(), "--agents-per-site is 2 to 4, got " + agentsPerSite);
    }
    Path file = topology.orElseGet(() -> Path.of(System.getenv("TERRA_HOME"), "topologies", "triangle.yaml"));
    Wan wan = Topologies.load(file);
    Progress progress = new Progress(() -> spec.commandLine().getErr(), System::nanoTime);
    Engine engine = Engines.create(EngineName.MR, size.factor(), 1, SparkVersion.V3_5);
    DemoPlan plan = DemoPlan.of(wan, engine, size.factor(), Optional.empty());
    engine.install(progress);
    DemoCluster.Kind kind = new DemoCluster.Kind(LabNetwork.OVERLAY, Protection.NONE, 1, agentsPerSite);
    KillReport sequence;
    try (DemoCluster cluster = DemoCluster.up(file, plan, kind, progress, false)) {
      sequence = new KillSequence(cluster, engine, plan, progress, System::nanoTime).run(agentsPerSite, kills, seed);
    }
    print(sequence);
    return sequence.holds() ? 0 : 1;
  }

  private void print(KillReport sequence) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(sequence));
    } else {
      sequence.kills().forEach(kill -> out.printf(Locale.ROOT, "%s at %.2f: stop %s s, share after %s s, %d direct fetches, results %s%n",
          kill.target(), kill.place(), kill.stopSeconds(), kill.shareSeconds(), kill.directFetches(),
          kill.identical() ? "identical" : "DIFFERENT"));
      out.printf(Locale.ROOT, "medians: stop %s s, share after %s s: %s%n", sequence.medianStopSeconds(), sequence.medianShareSeconds(),
          sequence.holds() ? "holds" : "DOES NOT HOLD");
    }
    out.flush();
  }
}
