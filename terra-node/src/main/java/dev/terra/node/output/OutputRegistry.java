package dev.terra.node.output;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The finished map outputs of this node's live jobs, in the order in which they were found, so that each agent's
 * stream can go through them at its own pace and from the beginning after a reconnection. Thread-safe.
 */
public final class OutputRegistry {
  /**
   * Two longs a partition: 64 MiB of heap. Outputs beyond it are not announced, and their fetches take the stock
   * path.
   */
  public static final long MAX_PARTITIONS = 4L << 20;
  /** Ends that an agent may have missed while it was away are told again; older jobs have long left its leases. */
  static final int MAX_ENDED = 256;

  private final Map<String, Map<String, Output>> byJob = new HashMap<>();
  private final TreeMap<Long, Output> bySequence = new TreeMap<>();
  private final Map<String, Integer> totalMaps = new HashMap<>();
  private final Map<String, String> queues = new HashMap<>();
  private final Map<String, Integer> lastPhase = new HashMap<>();
  private final Deque<String> ended = new ArrayDeque<>();
  private long lastSequence;
  private long partitions;

  /** One finished map output and the shuffle that it is a part of; the sequence number grows by discovery. */
  public record Output(long sequence, ActiveJob job, NodeOutput output, NodeShuffle shuffle, MapOutputIndex index) {}

  /** Adds an output once; false where it is known, its phase is over, or the bound is reached. */
  public synchronized boolean add(ActiveJob job, NodeOutput output, NodeShuffle shuffle, MapOutputIndex index) {
    if (contains(output) || isOver(output) || partitions + index.partitions() > MAX_PARTITIONS) {
      return false;
    }
    Output added = new Output(++lastSequence, job, output, shuffle, index);
    byJob.computeIfAbsent(job.id(), id -> new HashMap<>()).put(output.name(), added);
    bySequence.put(added.sequence(), added);
    partitions += index.partitions();
    return true;
  }

  /** Whether an output is known. */
  public synchronized boolean contains(NodeOutput output) {
    return byJob.getOrDefault(output.job(), Map.of()).containsKey(output.name());
  }

  /** A known output. */
  public synchronized Optional<Output> find(NodeOutput output) {
    return Optional.ofNullable(byJob.getOrDefault(output.job(), Map.of()).get(output.name()));
  }

  /** Whether an output's phase is over: a later one of the same job has outputs. */
  public synchronized boolean isOver(NodeOutput output) {
    return output.phase().isPresent() && output.phase().getAsInt() < lastPhase.getOrDefault(output.job(), 0);
  }

  /** Notes the phase of an output that was added; returns the shuffles of that job's earlier phases, which end herewith. */
  public synchronized Set<String> endEarlierPhases(NodeOutput output) {
    if (output.phase().isEmpty() || output.phase().getAsInt() <= lastPhase.getOrDefault(output.job(), 0)) {
      return Set.of();
    }
    lastPhase.put(output.job(), output.phase().getAsInt());
    return end(output.job(), known -> isOver(known.output()));
  }

  /** The first output found after a sequence number; 0 = the first of all. */
  public synchronized Optional<Output> after(long sequence) {
    return Optional.ofNullable(bySequence.higherEntry(sequence)).map(Map.Entry::getValue);
  }

  /** Remembers how many maps a job has. */
  public synchronized void setTotalMaps(String job, int maps) {
    totalMaps.put(job, maps);
  }

  /** How many maps a job has, where its configuration told. */
  public synchronized Optional<Integer> totalMaps(String job) {
    return Optional.ofNullable(totalMaps.get(job));
  }

  /** Remembers the queue of the cluster's scheduler in which a job runs. */
  public synchronized void setQueue(String job, String queue) {
    queues.put(job, queue);
  }

  /** The queue in which a job runs, where its configuration told; else empty. */
  public synchronized String queue(String job) {
    return queues.getOrDefault(job, "");
  }

  /** Forgets an output that is no longer there; returns its shuffle if this node has nothing else of it. */
  public synchronized Optional<String> remove(NodeOutput output) {
    Optional<Output> known = find(output);
    if (known.isEmpty()) {
      return Optional.empty();
    }
    byJob.get(output.job()).remove(output.name());
    bySequence.remove(known.get().sequence());
    partitions -= known.get().index().partitions();
    NodeShuffle shuffle = known.get().shuffle();
    return hasAnyOf(output.job(), shuffle.toString()) ? Optional.empty() : Optional.of(shuffle.toString());
  }

  private boolean hasAnyOf(String job, String shuffle) {
    return byJob.getOrDefault(job, Map.of()).values().stream().anyMatch(other -> other.shuffle().toString().equals(shuffle));
  }

  /** Ends a shuffle of a job; false if this node has an output of it. */
  public synchronized boolean endIfGone(String job, String shuffle) {
    if (hasAnyOf(job, shuffle)) {
      return false;
    }
    remember(shuffle);
    return true;
  }

  /** Forgets a job's outputs; returns the names of its shuffles, or of the job where it had none. */
  public synchronized Set<String> end(String job) {
    totalMaps.remove(job);
    queues.remove(job);
    lastPhase.remove(job);
    Set<String> shuffles = end(job, output -> true);
    byJob.remove(job);
    if (shuffles.isEmpty()) {
      remember(job);
      return Set.of(job);
    }
    return shuffles;
  }

  private Set<String> end(String job, Predicate<Output> which) {
    Set<String> shuffles = new TreeSet<>();
    Collection<Output> outputs = byJob.getOrDefault(job, new HashMap<>()).values();
    for (Output output : outputs.stream().filter(which).toList()) {
      outputs.remove(output);
      bySequence.remove(output.sequence());
      partitions -= output.index().partitions();
      shuffles.add(output.shuffle().toString());
    }
    shuffles.forEach(this::remember);
    return shuffles;
  }

  private void remember(String shuffle) {
    ended.addLast(shuffle);
    if (ended.size() > MAX_ENDED) {
      ended.removeFirst();
    }
  }

  /** The shuffles that ended lately, oldest first. */
  public synchronized List<String> ended() {
    return List.copyOf(ended);
  }
}
