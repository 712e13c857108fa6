package dev.terra.shuffle.output;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The finished map outputs of this node's live jobs, in the order in which they were found, so that each agent's
 * stream can go through them at its own pace and from the beginning after a reconnection. Thread-safe.
 */
public final class OutputRegistry {
  /**
   * Two longs a partition: 64 MiB of heap. Outputs beyond it are not announced, and their fetches take the stock
   * path.
   */
  static final long MAX_PARTITIONS = 4L << 20;
  /** Ends that an agent may have missed while it was away are told again; older jobs have long left its leases. */
  static final int MAX_ENDED = 256;

  private final Map<String, Map<String, Output>> byJob = new HashMap<>();
  private final TreeMap<Long, Output> bySequence = new TreeMap<>();
  private final Map<String, Integer> totalMaps = new HashMap<>();
  private final Deque<String> ended = new ArrayDeque<>();
  private long lastSequence;
  private long partitions;

  /** One finished map output; the sequence number grows by discovery. */
  public record Output(long sequence, ActiveJob job, MapId map, MapOutputIndex index) {}

  /** Adds an output once; false where it is known or the bound is reached. */
  public synchronized boolean add(ActiveJob job, MapId map, MapOutputIndex index) {
    if (contains(map) || partitions + index.partitions() > MAX_PARTITIONS) {
      return false;
    }
    Output output = new Output(++lastSequence, job, map, index);
    byJob.computeIfAbsent(job.id(), id -> new HashMap<>()).put(map.value(), output);
    bySequence.put(output.sequence(), output);
    partitions += index.partitions();
    return true;
  }

  /** Whether an output is known. */
  public synchronized boolean contains(MapId map) {
    return byJob.getOrDefault(map.job(), Map.of()).containsKey(map.value());
  }

  /** A known output. */
  public synchronized Optional<Output> find(MapId map) {
    return Optional.ofNullable(byJob.getOrDefault(map.job(), Map.of()).get(map.value()));
  }

  /** The first output found after a sequence number; 0 = the first of all. */
  public synchronized Optional<Output> after(long sequence) {
    return Optional.ofNullable(bySequence.higherEntry(sequence)).map(Map.Entry::getValue);
  }

  /** Remembers how many maps a job has. */
  synchronized void setTotalMaps(String job, int maps) {
    totalMaps.put(job, maps);
  }

  /** How many maps a job has, where its configuration told. */
  public synchronized Optional<Integer> totalMaps(String job) {
    return Optional.ofNullable(totalMaps.get(job));
  }

  /** Forgets a job's outputs. */
  public synchronized void end(String job) {
    totalMaps.remove(job);
    Map<String, Output> outputs = byJob.remove(job);
    for (Output output : outputs == null ? List.<Output>of() : outputs.values()) {
      bySequence.remove(output.sequence());
      partitions -= output.index().partitions();
    }
    ended.addLast(job);
    if (ended.size() > MAX_ENDED) {
      ended.removeFirst();
    }
  }

  /** The jobs that ended lately, oldest first. */
  public synchronized List<String> ended() {
    return List.copyOf(ended);
  }
}
