package dev.terra.sim.trace;

import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One stage of a job.
 *
 * @param name unique in its job
 * @param tasksBySite where its tasks run, at least one task, in the order of the sites
 */
public record Stage(String name, Map<SiteId, Integer> tasksBySite) {
  /** Checks that there are tasks. */
  public Stage {
    tasksBySite = Collections.unmodifiableMap(new TreeMap<>(tasksBySite));
    if (tasksBySite.isEmpty() || tasksBySite.values().stream().anyMatch(tasks -> tasks < 1)) {
      throw new IllegalArgumentException("stage " + name + " needs at least one task at every site it names");
    }
  }

  /** All its tasks. */
  public int tasks() {
    return tasksBySite.values().stream().mapToInt(Integer::intValue).sum();
  }
}
