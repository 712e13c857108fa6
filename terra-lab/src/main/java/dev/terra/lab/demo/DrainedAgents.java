package dev.terra.lab.demo;

import dev.terra.lab.net.TrafficMonitor;
import dev.terra.lab.transfer.Submission;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * What an operator does before maintenance: drains an agent of several, or all of a site, waits until it is said to be safe to stop, stops
 * it, starts it again some seconds later and takes it back.
 */
final class DrainedAgents implements AgentsFault {
  private static final double AWAY_SECONDS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final DemoCluster cluster;
  private final TrafficMonitor traffic;
  private final boolean wholeSite;
  private final RandomGenerator random;
  private final double place;
  private ShuffleTotals before = ShuffleTotals.NONE;
  private String site;
  private List<Integer> victims = List.of();
  private Submission drain;
  private Double safeSeconds;
  private boolean stopped;
  private boolean back;
  private String refusal = "";

  DrainedAgents(DemoCluster cluster, TrafficMonitor traffic, boolean wholeSite, RandomGenerator random) {
    this.cluster = cluster;
    this.traffic = traffic;
    this.wholeSite = wholeSite;
    this.random = random;
    this.place = AgentsFault.place(random);
  }

  @Override
  public double strikesAfter() {
    return place;
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    before = cluster.shuffleCounters();
  }

  @Override
  public String strike() throws IOException, InterruptedException {
    site = traffic.busiestSite().orElseThrow();
    int all = cluster.control().agentsPerSite();
    victims = wholeSite ? IntStream.range(0, all).boxed().toList() : List.of(random.nextInt(all));
    drain = cluster.control().operate("drain", "agent", target(), "--wait", "--wait-seconds", Long.toString(PATIENCE.toSeconds()));
    return target();
  }

  private String target() {
    return wholeSite ? site : cluster.control().agentId(site, victims.get(0)).toString();
  }

  @Override
  public void goOn(double secondsSince) throws IOException, InterruptedException {
    if (!stopped && drain.isOver()) {
      drained(secondsSince);
    }
    if (stopped && !back && secondsSince >= safeSeconds + AWAY_SECONDS) {
      takeBack();
    }
  }

  private void drained(double secondsSince) throws IOException {
    if (drain.exitCode() != 0) {
      refusal = "the drain ended with " + drain.exitCode() + ": " + drain.lastWords();
    } else if (safeSeconds == null) {
      safeSeconds = secondsSince;
      victims.forEach(number -> cluster.control().killAgent(site, number));
      stopped = true;
    }
  }

  private void takeBack() throws IOException, InterruptedException {
    victims.forEach(number -> cluster.control().restartAgent(site, number));
    try (Submission restore = cluster.control().operate("restore", "agent", target())) {
      if (!restore.await(PATIENCE) || restore.exitCode() != 0) {
        refusal = "the restore did not end well: " + restore.lastWords();
      }
    }
    back = true;
  }

  /** It is safe to stop. */
  @Override
  public boolean flowsAgain() {
    return safeSeconds != null;
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
    cluster.control().awaitTunnels();
  }

  @Override
  public List<String> seen() throws IOException, InterruptedException {
    String safe = safeSeconds == null ? "the run was over before it was safe to stop"
        : String.format(Locale.ROOT, "safe to stop after %.1f s, and stopped", safeSeconds);
    return List.of(CarriedBytes.fetchedDirectly(cluster, before), refusal.isEmpty() ? safe : refusal);
  }
}
