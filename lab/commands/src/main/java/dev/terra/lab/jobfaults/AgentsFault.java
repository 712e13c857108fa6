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

/** A fault in which agents that share a site end or become slow at a random moment of a run, and recover. */
public abstract class AgentsFault extends WatchedFault {
  /**
   * The range of shares of a run in which the fault strikes. Before it nothing is under way, after it too little is
   * left to be observed.
   */
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

  /** Returns a random number of an agent of a site. */
  final int anyAgent() {
    return random.nextInt(agentsPerSite());
  }

  private int agentsPerSite() {
    return cluster().control().agentsPerSite();
  }

  /** Returns a random agent of a site among those that have bytes to send; any of them if none has. */
  final int anyBusyAgent(SiteId site) {
    List<Integer> busy = IntStream.range(0, agentsPerSite())
        .filter(number -> slices().anyMatch(slice -> isBusy(site, number, slice))).boxed().toList();
    return busy.isEmpty() ? anyAgent() : busy.get(random.nextInt(busy.size()));
  }

  /** Returns the numbers of a site's slices. */
  final IntStream slices() {
    return IntStream.range(0, agentsPerSite());
  }

  /** Returns whether one of a site's agents carries a slice that has bytes left to send. */
  final boolean isBusy(SiteId site, int number, int slice) {
    return said(site, number, slice).filter(agent -> agent.outstandingBytes() > 0).isPresent();
  }

  /** Returns the last statistics of a slice from one of a site's agents; empty if it did not answer. */
  final Optional<AgentSnapshot> said(SiteId site, int number, int slice) {
    return traffic().at(cluster().control().statsUrl(site, number, slice));
  }

  /** Returns the name of one of a site's agents in output for people. */
  final String name(SiteId site, int number) {
    return site + ", agent " + (number + 1) + " of " + agentsPerSite();
  }

  /** Watches the loads of this site's agents from this call on. */
  final void watchLoads(SiteId site) {
    loads = new AgentLoads(IntStream.range(0, agentsPerSite())
        .mapToObj(number -> slices().mapToObj(slice -> cluster().control().statsUrl(site, number, slice)).toList()).toList());
  }

  /** Reads the agents' last statistics, at a time of this run in seconds. */
  final void lookAtLoads(double seconds) {
    loads.look(seconds, traffic()::at);
  }

  /** Returns the loads of the watched site's agents as of the last poll; of no agents before {@link #watchLoads}. */
  final AgentLoads loads() {
    return loads;
  }

  /** Returns a random share of a run. */
  @Override
  public final double strikesAfter() {
    return place;
  }

  /** The kinds of faults of agents. */
  public enum Kind {
    /** One agent is killed. */
    KILL,
    /** An operator drains one agent, and stops it when the controller reports this as safe. */
    DRAIN_AGENT,
    /** An operator drains a site, and stops its agents when the controller reports this as safe. */
    DRAIN_SITE,
    /** One agent has a fifth of the processor time that it used, for some seconds. */
    SLOWDOWN,
    /** Two or three processes among an agent, the leading controller and ZooKeeper are killed at once. */
    SEVERAL;

    /** Returns the name in reports. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Returns the seconds from when a killed agent served again until it had delivered any bytes; empty if that was not
   * observed.
   */
  public Optional<Double> shareSeconds() {
    return Optional.empty();
  }

  /**
   * Returns the seconds from when an agent was slowed, or served again, until no load of its site's agents differed by
   * more than 20 % from their mean for half a second; empty if that was not observed.
   */
  public Optional<Double> loadsSeconds() {
    return Optional.empty();
  }

  /** Returns the effects of a slowed agent; empty if none was slowed. */
  public Optional<Slowdown> slowdown() {
    return Optional.empty();
  }
}
