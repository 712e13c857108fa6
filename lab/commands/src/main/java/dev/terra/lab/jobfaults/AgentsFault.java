package dev.terra.lab.jobfaults;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.AgentSnapshot;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoCluster;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Agents that share a site go or become slow in the middle of a run, at a random place of it, and come back. */
public abstract class AgentsFault extends WatchedFault {
  /** Before that nothing is under way, after it too little is left to be seen. */
  private static final double EARLIEST_SHARE = 0.05;
  private static final double LATEST_SHARE = 0.6;

  private final RandomGenerator random;
  private final double place;
  private AgentLoads loads = new AgentLoads(List.of());

  AgentsFault(DemoCluster cluster, TrafficMonitor traffic, RandomGenerator random) {
    super(cluster, traffic);
    this.random = random;
    this.place = EARLIEST_SHARE + (LATEST_SHARE - EARLIEST_SHARE) * random.nextDouble();
  }

  final RandomGenerator random() {
    return random;
  }

  /** One of its numbers of agents. */
  final int anyAgent() {
    return random.nextInt(agentsPerSite());
  }

  private int agentsPerSite() {
    return cluster().control().agentsPerSite();
  }

  /** One of a site's agents that have anything to send; any of them if none has. */
  final int anyBusyAgent(SiteId site) {
    List<Integer> busy = IntStream.range(0, agentsPerSite())
        .filter(number -> slices().anyMatch(slice -> isBusy(site, number, slice))).boxed().toList();
    return busy.isEmpty() ? anyAgent() : busy.get(random.nextInt(busy.size()));
  }

  /** The numbers of a site's slices. */
  final IntStream slices() {
    return IntStream.range(0, agentsPerSite());
  }

  /** Whether one of a site's agents carries a slice of which anything is left to send. */
  final boolean isBusy(SiteId site, int number, int slice) {
    return said(site, number, slice).filter(agent -> agent.outstandingBytes() > 0).isPresent();
  }

  /** What one of a site's agents said last of a slice; empty if it did not answer. */
  final Optional<AgentSnapshot> said(SiteId site, int number, int slice) {
    return traffic().at(cluster().control().statsUrl(site, number, slice));
  }

  /** One of a site's agents, to people. */
  final String name(SiteId site, int number) {
    return site + ", agent " + (number + 1) + " of " + agentsPerSite();
  }

  /** From now on the loads are those of this site's agents. */
  final void watchLoads(SiteId site) {
    loads = new AgentLoads(IntStream.range(0, agentsPerSite())
        .mapToObj(number -> slices().mapToObj(slice -> cluster().control().statsUrl(site, number, slice)).toList()).toList());
  }

  /** Looks at what agents said last, at a time of this run in seconds. */
  final void lookAtLoads(double seconds) {
    loads.look(seconds, traffic()::at);
  }

  /** The loads of the watched site's agents as of the last look; of none before {@link #watchLoads}. */
  final AgentLoads loads() {
    return loads;
  }

  /** A random place of a run. */
  @Override
  public final double strikesAfter() {
    return place;
  }

  /** How they go. */
  public enum Kind {
    /** One is killed. */
    KILL,
    /** An operator drains one, and stops it when that is said to be safe. */
    DRAIN_AGENT,
    /** An operator drains a site, and stops its agents when that is said to be safe. */
    DRAIN_SITE,
    /** One has a fifth of the processor time that it used, for some seconds. */
    SLOWDOWN,
    /** Two or three of an agent, the controller that leads and ZooKeeper are killed at once. */
    SEVERAL;

    /** As in reports. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** From when a killed agent served again until it had delivered anything; empty where that was not seen. */
  public Optional<Double> shareSeconds() {
    return Optional.empty();
  }

  /**
   * From when an agent was slowed, or served again, until no load of its site's agents was farther than 20 % from their mean for half a
   * second; empty where that was not seen.
   */
  public Optional<Double> loadsSeconds() {
    return Optional.empty();
  }

  /** What the slowness of an agent did; empty where none was slowed. */
  public Optional<Slowdown> slowdown() {
    return Optional.empty();
  }
}
