package dev.terra.lab.jobfaults;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.faults.ProcessFaults;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The steps of an operator before maintenance: the operator drains an agent of several, or all agents of a site, waits
 * until stopping is reported as safe, stops them, starts them again some seconds later and restores them.
 */
public final class DrainedAgents extends AgentsFault {
  private static final double AWAY_SECONDS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final boolean wholeSite;
  private final LoadsTogether together = new LoadsTogether();
  private SiteId site;
  private List<Integer> victims = List.of();
  private Submission drain;
  private Double safeSeconds;
  private boolean stopped;
  private boolean back;
  private Double backSeconds;
  private String refusal = "";

  public DrainedAgents(DemoCluster cluster, TrafficMonitor traffic, boolean wholeSite, RandomGenerator random) {
    super(cluster, traffic, random);
    this.wholeSite = wholeSite;
  }

  @Override
  public String strike() throws IOException, InterruptedException {
    site = busiestSite();
    int all = cluster().control().agentsPerSite();
    victims = wholeSite ? IntStream.range(0, all).boxed().toList() : List.of(anyAgent());
    watchLoads(site);
    drain = cluster().control().operate("drain", "agent", target(), "--wait", "--wait-seconds", Long.toString(PATIENCE.toSeconds()));
    return target();
  }

  private String target() {
    return wholeSite ? site.name() : cluster().control().agentId(site, victims.get(0)).toString();
  }

  @Override
  public void goOn(double secondsSince) throws IOException, InterruptedException {
    if (!stopped && drain.isOver()) {
      drained(secondsSince);
    }
    if (stopped && !back && secondsSince >= safeSeconds + AWAY_SECONDS) {
      takeBack();
      backSeconds = secondsSince;
    }
    lookAtLoads(secondsSince);
    if (backSeconds != null) {
      together.look(secondsSince - backSeconds, loads().spread());
    }
  }

  private void drained(double secondsSince) throws IOException {
    if (drain.exitCode() != 0) {
      refusal = "the drain ended with " + drain.exitCode() + ": " + drain.lastWords();
    } else if (safeSeconds == null) {
      safeSeconds = secondsSince;
      victims.forEach(number -> inject(ProcessFaults.killedAgent(site, number)));
      stopped = true;
    }
  }

  private void takeBack() throws IOException, InterruptedException {
    victims.forEach(number -> repair(ProcessFaults.killedAgent(site, number)));
    try (Submission restore = cluster().control().operate("restore", "agent", target())) {
      if (!restore.await(PATIENCE) || restore.exitCode() != 0) {
        refusal = "the restore did not end well: " + restore.lastWords();
      }
    }
    back = true;
  }

  /** Returns whether stopping has been reported as safe. */
  @Override
  public boolean flowsAgain() {
    return safeSeconds != null;
  }

  @Override
  public Optional<Double> loadsSeconds() {
    return together.seconds();
  }

  @Override
  public void mend() throws IOException, InterruptedException {
    if (drain == null) {
      return;
    }
    drain.await(PATIENCE);
    drain.close();
    if (!back) {
      takeBack();
    }
    cluster().control().awaitTunnels();
  }

  @Override
  public List<String> seen() throws IOException, InterruptedException {
    String safe = safeSeconds == null ? "the run was over before it was safe to stop"
        : String.format(Locale.ROOT, "safe to stop after %.1f s, and stopped", safeSeconds);
    return List.of(fetchedDirectly(), refusal.isEmpty() ? safe : refusal);
  }
}
