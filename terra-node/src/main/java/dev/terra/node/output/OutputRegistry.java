package dev.terra.node.output;

import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
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
 * The finished map outputs of this node's live jobs, in the order in which they were found, so that each agent's stream can go through them
 * at its own pace, and from the beginning after a reconnection. Thread-safe.
 */
public final class OutputRegistry {
  /**
   * The most partitions of all outputs. With two longs a partition, they take 64 MiB of heap. Outputs beyond it are not announced, and
   * their fetches take the stock path.
   */
  public static final long MAX_PARTITIONS = 4L << 20;
  /**
   * The most partitions of one job. A job of 2,000 maps and 2,000 reducers has room, and leaves some for the first outputs of other jobs.
   */
  static final long MAX_PARTITIONS_OF_JOB = MAX_PARTITIONS - MAX_PARTITIONS / 32;
  /** The number of partitions that take as much heap as the names and numbers of an output. */
  static final int OUTPUT_PARTITIONS = 16;
  /**
   * The most ended shuffles that are remembered. Ends that an agent may have missed while it was away are sent again; older jobs have long
   * left its leases.
   */
  static final int MAX_ENDED = 256;
  /** The most ended shuffles of one job that goes on, such as a stream of micro-batches. */
  static final int MAX_ENDED_OF_JOB = MAX_ENDED / 4;

  private final Map<String, Map<String, Output>> byJob = new HashMap<>();
  private final TreeMap<Long, Output> bySequence = new TreeMap<>();
  private final Map<String, Integer> totalMaps = new HashMap<>();
  private final Map<String, String> queues = new HashMap<>();
  private final Map<String, Integer> lastPhase = new HashMap<>();
  private final Map<String, Long> partitionsByJob = new HashMap<>();
  private final Deque<Ended> ended = new ArrayDeque<>();
  private long lastSequence;
  private long partitions;

  private record Ended(String job, ShuffleId shuffle) {}

  /** A finished map output and the shuffle that it belongs to; the sequence number grows by discovery. */
  public record Output(long sequence, ActiveJob job, NodeOutput output, NodeShuffle shuffle, MapOutputIndex index) {}

  /** Adds an output once; returns false if it is known, its phase is over, or the bound is reached. */
  public synchronized boolean add(ActiveJob job, NodeOutput output, NodeShuffle shuffle, MapOutputIndex index) {
    if (contains(output) || isOver(output) || !hasRoom(job.id(), size(index))) {
      return false;
    }
    Output added = new Output(++lastSequence, job, output, shuffle, index);
    byJob.computeIfAbsent(job.id(), id -> new HashMap<>()).put(output.name(), added);
    bySequence.put(added.sequence(), added);
    resize(job.id(), size(index));
    return true;
  }

  private static long size(MapOutputIndex index) {
    return (long) OUTPUT_PARTITIONS + index.partitions();
  }

  private boolean hasRoom(String job, long size) {
    return partitions + size <= MAX_PARTITIONS && partitionsByJob.getOrDefault(job, 0L) + size <= MAX_PARTITIONS_OF_JOB;
  }

  private void resize(String job, long by) {
    partitions += by;
    partitionsByJob.merge(job, by, Long::sum);
  }

  private void removed(Output output) {
    bySequence.remove(output.sequence());
    resize(output.job().id(), -size(output.index()));
  }

  /** Returns whether an output is known. */
  public synchronized boolean contains(NodeOutput output) {
    return byJob.getOrDefault(output.job(), Map.of()).containsKey(output.name());
  }

  /** Returns a known output. */
  public synchronized Optional<Output> find(NodeOutput output) {
    return Optional.ofNullable(byJob.getOrDefault(output.job(), Map.of()).get(output.name()));
  }

  /** Returns whether an output's phase is over: a later phase of the same job has outputs. */
  public synchronized boolean isOver(NodeOutput output) {
    return output.phase().isPresent() && output.phase().getAsInt() < lastPhase.getOrDefault(output.job(), 0);
  }

  /** Notes the phase of an output that was added. Returns the shuffles of that job's earlier phases, which this call ends. */
  public synchronized Set<ShuffleId> endEarlierPhases(NodeOutput output) {
    if (output.phase().isEmpty() || output.phase().getAsInt() <= lastPhase.getOrDefault(output.job(), 0)) {
      return Set.of();
    }
    lastPhase.put(output.job(), output.phase().getAsInt());
    return end(output.job(), known -> isOver(known.output()));
  }

  /** Returns the first output found after a sequence number; 0 stands for the beginning. */
  public synchronized Optional<Output> after(long sequence) {
    return Optional.ofNullable(bySequence.higherEntry(sequence)).map(Map.Entry::getValue);
  }

  /** Stores how many maps a job has. */
  public synchronized void setTotalMaps(String job, int maps) {
    totalMaps.put(job, maps);
  }

  /** Returns how many maps a job has, if its configuration contained it. */
  public synchronized Optional<Integer> totalMaps(String job) {
    return Optional.ofNullable(totalMaps.get(job));
  }

  /** Stores the queue of the cluster's scheduler in which a job runs. A name that no queue can have is ignored. */
  public synchronized void setQueue(String job, String queue) {
    if (queue.length() <= ShuffleDescriptor.MAX_LENGTH) {
      queues.put(job, queue);
    }
  }

  /** Returns the queue in which a job runs, if its configuration contained it; otherwise an empty name. */
  public synchronized String queue(String job) {
    return queues.getOrDefault(job, "");
  }

  /** Removes an output that no longer exists; returns its shuffle if this node has no other output of it. */
  public synchronized Optional<ShuffleId> remove(NodeOutput output) {
    Optional<Output> known = find(output);
    if (known.isEmpty()) {
      return Optional.empty();
    }
    byJob.getOrDefault(output.job(), new HashMap<>()).remove(output.name());
    removed(known.get());
    ShuffleId shuffle = known.get().shuffle().id();
    return hasAnyOf(output.job(), shuffle) ? Optional.empty() : Optional.of(shuffle);
  }

  private boolean hasAnyOf(String job, ShuffleId shuffle) {
    return byJob.getOrDefault(job, Map.of()).values().stream().anyMatch(other -> other.shuffle().id().equals(shuffle));
  }

  /** Ends a shuffle of a job; returns false if this node has an output of it. */
  public synchronized boolean endIfGone(String job, ShuffleId shuffle) {
    if (hasAnyOf(job, shuffle)) {
      return false;
    }
    remember(job, shuffle);
    return true;
  }

  /** Removes a job's outputs; returns its shuffles, or the shuffle with the job's name if it had none. */
  public synchronized Set<ShuffleId> end(String job) {
    totalMaps.remove(job);
    queues.remove(job);
    lastPhase.remove(job);
    Set<ShuffleId> shuffles = end(job, output -> true);
    byJob.remove(job);
    partitionsByJob.remove(job);
    if (shuffles.isEmpty()) {
      remember(job, new ShuffleId(job));
      return Set.of(new ShuffleId(job));
    }
    return shuffles;
  }

  private Set<ShuffleId> end(String job, Predicate<Output> which) {
    Set<ShuffleId> shuffles = new TreeSet<>();
    Collection<Output> outputs = byJob.getOrDefault(job, new HashMap<>()).values();
    for (Output output : outputs.stream().filter(which).toList()) {
      outputs.remove(output);
      removed(output);
      shuffles.add(output.shuffle().id());
    }
    shuffles.forEach(shuffle -> remember(job, shuffle));
    return shuffles;
  }

  private void remember(String job, ShuffleId shuffle) {
    List<Ended> ofJob = ended.stream().filter(one -> one.job.equals(job)).toList();
    if (ofJob.size() == MAX_ENDED_OF_JOB) {
      ended.remove(ofJob.get(0));
    }
    ended.addLast(new Ended(job, shuffle));
    if (ended.size() > MAX_ENDED) {
      ended.removeFirst();
    }
  }

  /** Returns the shuffles that ended recently, oldest first. */
  public synchronized List<ShuffleId> ended() {
    return ended.stream().map(Ended::shuffle).toList();
  }
}
