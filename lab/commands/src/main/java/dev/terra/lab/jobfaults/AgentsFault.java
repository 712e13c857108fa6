package dev.terra.lab.jobfaults;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoCluster;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Agents that share a site go in the middle of a run, at a random place of it, and come back. */
public abstract class AgentsFault extends WatchedFault {
  /** Before that nothing is under way, after it too little is left to be seen. */
  private static final double EARLIEST_SHARE = 0.05;
  private static final double LATEST_SHARE = 0.6;

  private final RandomGenerator random;
  private final double place;

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
    return random.nextInt(cluster().control().agentsPerSite());
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
}
