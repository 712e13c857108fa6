package dev.terra.lab.demo;

import dev.terra.lab.net.TrafficMonitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Two or three of an agent of several, the controller that leads, and ZooKeeper are killed at once, and come back some seconds later. */
final class SeveralAtOnce implements AgentsFault {
  private static final double AWAY_SECONDS = 4;

  private final DemoCluster cluster;
  private final TrafficMonitor traffic;
  private final RandomGenerator random;
  private final double place;
  private final List<Victim> victims;
  private String site;
  private int agent;
  private ShuffleTotals before = ShuffleTotals.NONE;
  private long deliveredBefore;
  private boolean away;

  /** What may be killed. */
  private enum Victim {
    AGENT, LEADER, ZOOKEEPER
  }

  SeveralAtOnce(DemoCluster cluster, TrafficMonitor traffic, RandomGenerator random) {
    this.cluster = cluster;
    this.traffic = traffic;
    this.random = random;
    this.place = AgentsFault.place(random);
    List<Victim> all = new ArrayList<>(List.of(Victim.values()));
    Collections.shuffle(all, new Random(random.nextLong()));
    this.victims = all.subList(0, 2 + random.nextInt(2));
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
    deliveredBefore = traffic.deliveredBytes();
    site = traffic.busiestSite().orElseThrow();
    agent = random.nextInt(cluster.control().agentsPerSite());
    ClusterControl control = cluster.control();
    for (Victim victim : victims) {
      switch (victim) {
        case AGENT -> control.killAgent(site, agent);
        case LEADER -> control.killController();
        case ZOOKEEPER -> control.killZooKeeper();
      }
    }
    away = true;
    return victims.stream().map(this::inWords).collect(Collectors.joining(", "));
  }

  private String inWords(Victim victim) {
    return switch (victim) {
      case AGENT -> "agent " + cluster.control().agentId(site, agent);
      case LEADER -> "the leader";
      case ZOOKEEPER -> "ZooKeeper";
    };
  }

  @Override
  public void goOn(double secondsSince) {
    if (away && secondsSince >= AWAY_SECONDS) {
      bringBack();
    }
  }

  private void bringBack() {
    ClusterControl control = cluster.control();
    control.restartZooKeeper();
    control.restartController();
    control.restartAgent(site, agent);
    away = false;
  }

  /** Bytes arrive, or are fetched directly. */
  @Override
  public boolean flowsAgain() throws IOException, InterruptedException {
    return traffic.deliveredBytes() > deliveredBefore || cluster.shuffleCounters().minus(before).stockBytes() > 0;
  }

  @Override
  public void mend() throws IOException {
    if (site != null) {
      bringBack();
      cluster.control().awaitTunnels();
    }
  }

  @Override
  public List<String> seen() throws IOException, InterruptedException {
    return List.of(CarriedBytes.fetchedDirectly(cluster, before));
  }
}
