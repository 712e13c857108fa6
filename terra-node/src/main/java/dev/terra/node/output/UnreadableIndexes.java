package dev.terra.node.output;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The indexes of outputs that could not be read, and how often each was tried. An index that is still being written is complete by one of
 * the next scans; an index that never becomes complete is given up. It is used on one thread only.
 */
public final class UnreadableIndexes<K> {
  /** The most tries of an index. */
  public static final int MOST_TRIES = 20;
  /** The most indexes of one job. Further indexes of the job are tried at every scan that looks at their folder. */
  static final int MOST_OF_JOB = 1_000;

  private final Map<String, Map<K, Integer>> triesByJob = new HashMap<>();

  /** Returns whether an index may still become complete. */
  public boolean mayBecomeWhole(String job, K output) {
    return triesByJob.getOrDefault(job, Map.of()).getOrDefault(output, 0) < MOST_TRIES;
  }

  /** Notes that an index could not be read; returns whether this gives it up. */
  public boolean failed(String job, K output) {
    Map<K, Integer> tries = triesByJob.computeIfAbsent(job, key -> new HashMap<>());
    return (tries.size() < MOST_OF_JOB || tries.containsKey(output)) && tries.merge(output, 1, Integer::sum) == MOST_TRIES;
  }

  /** Notes that an index was read. */
  public void read(String job, K output) {
    triesByJob.getOrDefault(job, new HashMap<>()).remove(output);
  }

  /** Forgets the jobs that are over. */
  public void retainJobs(Set<String> live) {
    triesByJob.keySet().retainAll(live);
  }
}
