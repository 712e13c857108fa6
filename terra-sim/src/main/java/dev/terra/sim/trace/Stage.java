package dev.terra.sim.trace;

import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One stage of a job.
 *
 * @param name its name, unique in its job
 * @param tasksBySite where its tasks run, at least one task, in the order of the sites
 * @param seconds how long it computes once it has its input, 0 or more; empty where a model of computation determines it
 */
public record Stage(String name, Map<SiteId, Integer> tasksBySite, OptionalDouble seconds) {
  /** Checks that there are tasks, and the time. */
  public Stage {
    tasksBySite = Collections.unmodifiableMap(new TreeMap<>(tasksBySite));
    if (tasksBySite.isEmpty() || tasksBySite.values().stream().anyMatch(tasks -> tasks < 1)) {
      throw new IllegalArgumentException("stage " + name + " needs at least one task at every site it names");
    }
    if (seconds.isPresent() && !(seconds.getAsDouble() >= 0 && seconds.getAsDouble() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("stage " + name + " computes for 0 or more seconds, got " + seconds.getAsDouble());
    }
  }

  /** Makes a stage whose time of computation a model determines. */
  public Stage(String name, Map<SiteId, Integer> tasksBySite) {
    this(name, tasksBySite, OptionalDouble.empty());
  }

  /** Returns the number of all its tasks. */
  public int tasks() {
    return tasksBySite.values().stream().mapToInt(Integer::intValue).sum();
  }
}
