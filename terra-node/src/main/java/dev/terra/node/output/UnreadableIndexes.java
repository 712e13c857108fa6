package dev.terra.node.output;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Indexes of outputs that could not be read, and how often. One that is still being written is whole by the next scans; one that never gets
 * whole is left alone. On one thread.
 */
public final class UnreadableIndexes<K> {
  /** So often an index is tried. */
  public static final int MOST_TRIES = 20;
  /** The most indexes of one job. Above it a job's further indexes are tried at every scan that looks at their folder. */
  static final int MOST_OF_JOB = 1_000;

  private final Map<String, Map<K, Integer>> triesByJob = new HashMap<>();

  /** Whether an index may yet become whole. */
  public boolean mayBecomeWhole(String job, K output) {
    return triesByJob.getOrDefault(job, Map.of()).getOrDefault(output, 0) < MOST_TRIES;
  }

  /** An index could not be read; returns whether it is left alone from now on. */
  public boolean failed(String job, K output) {
    Map<K, Integer> tries = triesByJob.computeIfAbsent(job, key -> new HashMap<>());
    return (tries.size() < MOST_OF_JOB || tries.containsKey(output)) && tries.merge(output, 1, Integer::sum) == MOST_TRIES;
  }

  /** An index was read. */
  public void read(String job, K output) {
    triesByJob.getOrDefault(job, new HashMap<>()).remove(output);
  }

  /** Forgets the jobs that are over. */
  public void retainJobs(Set<String> live) {
    triesByJob.keySet().retainAll(live);
  }
}
