package dev.terra.lab.jobfaults;

import com.google.common.collect.Lists;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.faults.Fault;
import dev.terra.lab.faults.ProcessFaults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A fault in which two or three processes among one of several agents, the leading controller, and ZooKeeper are killed
 * at once, and come back some seconds later.
 */
public final class SeveralAtOnce extends AgentsFault {
  private static final double AWAY_SECONDS = 4;

  private final List<Victim> victims;
  private SiteId site;
  private int number;
  private Fault agent;
  private long deliveredBefore;
  private boolean away;

  /** The processes that may be killed. */
  private enum Victim {
    AGENT, LEADER, ZOOKEEPER
  }

  public SeveralAtOnce(DemoCluster cluster, TrafficMonitor traffic, RandomGenerator random) {
    super(cluster, traffic, random);
    List<Victim> all = new ArrayList<>(List.of(Victim.values()));
    Collections.shuffle(all, new Random(random.nextLong()));
    this.victims = all.subList(0, 2 + random.nextInt(2));
  }

  @Override
  public String strike() throws IOException, InterruptedException {
    deliveredBefore = traffic().deliveredBytes();
    site = busiestSite();
    number = anyAgent();
    agent = ProcessFaults.killedAgent(site, number);
    victims.forEach(victim -> inject(fault(victim)));
    away = true;
    return victims.stream().map(this::inWords).collect(Collectors.joining(", "));
  }

  private Fault fault(Victim victim) {
    return switch (victim) {
      case AGENT -> agent;
      case LEADER -> ProcessFaults.killedController();
      case ZOOKEEPER -> ProcessFaults.killedZooKeeper();
    };
  }

  private String inWords(Victim victim) {
    return switch (victim) {
      case AGENT -> "agent " + cluster().control().agentId(site, number);
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
    // ZooKeeper and the leader come first, so that an agent and a controller can attach to them
    Lists.reverse(List.of(Victim.values())).forEach(victim -> repair(fault(victim)));
    away = false;
  }

  /** Returns whether bytes arrive, or are fetched directly. */
  @Override
  public boolean flowsAgain() throws IOException, InterruptedException {
    return traffic().deliveredBytes() > deliveredBefore || fetchesDirectly();
  }

  @Override
  public void mend() throws IOException {
    if (site != null) {
      bringBack();
      cluster().control().awaitTunnels();
    }
  }
}
