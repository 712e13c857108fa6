package dev.terra.lab.demo;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Agents that share a site go in the middle of a run, at a random place of it, and come back. */
interface AgentsFault extends RunFault {
  /** Before that nothing is under way, after it too little is left to be seen. */
  double EARLIEST_SHARE = 0.05;
  double LATEST_SHARE = 0.6;

  /** How they go. */
  enum Kind {
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
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A random place of a run. */
  static double place(RandomGenerator random) {
    return EARLIEST_SHARE + (LATEST_SHARE - EARLIEST_SHARE) * random.nextDouble();
  }

  /** From when a killed agent served again until it had delivered anything; empty where that was not seen. */
  default Optional<Double> shareSeconds() {
    return Optional.empty();
  }
}
