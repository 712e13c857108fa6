package dev.terra.agent.cache;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.CacheFigures;
import dev.terra.core.wan.SiteId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The segments that a site keeps for further readers, and those on their way into it. A segment's name stands for the same bytes for good
 * (see {@link SegmentId}), so that nothing in here can be stale; what is no longer needed goes with its shuffle, or when a newer attempt of
 * its producer is read.
 *
 * <p>Invariants: a segment's memory is reserved before its first byte is stored, and {@code usedBytes} never exceeds the capacity; a
 * segment that has readers keeps its memory until the last one has left, also after it was removed; a name stands for one segment at
 * most; no queue loses a segment to another one while it holds no more than its share. On the agent's thread.
 */
final class SegmentCache {
  /** Segments on their way of which nothing is known yet; a stage of a few thousand tasks requests as many at once. */
  static final int MOST_UNDESCRIBED = 50_000;

  private final long capacityBytes;
  private final Map<SegmentId, CachedSegment> byId = new HashMap<>();
  private final Map<ShuffleId, Set<CachedSegment>> byShuffle = new HashMap<>();
  private final Function<ShuffleId, String> queues;
  private final ToLongFunction<String> shares;
  private final Consumer<CachedSegment> evicted;
  private final Map<SegmentId, Boolean> forgotten = EvictionOrder.forgotten();
  private final Map<ShuffleId, Memory> memory = new HashMap<>();
  private final Map<String, EvictionOrder> orders = new TreeMap<>();
  private int undescribed;
  private long usedBytes;

  /** What a shuffle has of the cache, and for which queue. */
  private record Memory(String queue, long bytes) {}

  /**
   * An empty cache.
   *
   * @param queues the queue of a shuffle
   * @param shares how many bytes a queue may hold while others need room
   * @param evicted gets what is to leave because others need the room, while all of it is still there
   */
  SegmentCache(long capacityBytes, Function<ShuffleId, String> queues, ToLongFunction<String> shares, Consumer<CachedSegment> evicted) {
    this.capacityBytes = capacityBytes;
    this.queues = queues;
    this.shares = shares;
    this.evicted = evicted;
  }

  long capacityBytes() {
    return capacityBytes;
  }

  /** The memory of all that is here and of all that is removed and still read. */
  long usedBytes() {
    return usedBytes;
  }

  /** The memory of the shuffles that use most. */
  ImmutableMap<ShuffleId, Long> usedByShuffle() {
    return memory.entrySet().stream().sorted(Comparator.comparingLong(used -> -used.getValue().bytes()))
        .limit(CacheFigures.MOST_SHUFFLES).collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, used -> used.getValue().bytes()));
  }

  /** The memory of each queue that has any. */
  Map<String, Long> usedByQueue() {
    return memory.values().stream().collect(Collectors.groupingBy(Memory::queue, TreeMap::new, Collectors.summingLong(Memory::bytes)));
  }

  /** Puts what shuffles have under their queues of now, which may be known only after their first bytes; returns those queues. */
  Set<String> followQueues() {
    Set<String> grown = new LinkedHashSet<>();
    List.copyOf(memory.entrySet()).forEach(used -> {
      String queue = queues.apply(used.getKey());
      if (!queue.equals(used.getValue().queue())) {
        EvictionOrder from = order(used.getValue().queue());
        ofShuffle(used.getKey(), CachedSegment::isDescribed).forEach(segment -> from.moveTo(order(queue), segment));
        memory.put(used.getKey(), new Memory(queue, used.getValue().bytes()));
        grown.add(queue);
      }
    });
    orders.keySet().retainAll(usedByQueue().keySet());
    return grown;
  }

  private EvictionOrder order(String queue) {
    return orders.computeIfAbsent(queue, name -> new EvictionOrder(forgotten));
  }

  /** The queue to which a shuffle's segments count now. */
  String queue(ShuffleId shuffle) {
    Memory used = memory.get(shuffle);
    return used != null ? used.queue() : queues.apply(shuffle);
  }

  /** The segment of a name, whole or on its way. */
  Optional<CachedSegment> find(SegmentId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The shuffles of which there are segments. */
  Set<ShuffleId> shuffles() {
    return new LinkedHashSet<>(byShuffle.keySet());
  }

  /** Whether so many more may be begun. */
  boolean mayBegin(int count) {
    return undescribed + count <= MOST_UNDESCRIBED;
  }

  /**
   * Begins a segment that is not here. Segments of older attempts of the same producer go: nothing reads them any more.
   *
   * @param shared whether many readers are expected
   */
  CachedSegment begin(SegmentId id, SiteId source, boolean shared) {
    if (id.output().attempt() > 0) {
      ofShuffle(id.shuffle(), other -> isOlder(other.id(), id)).forEach(this::remove);
    }
    CachedSegment segment = new CachedSegment(id, source, shared);
    if (byId.putIfAbsent(id, segment) != null) {
      throw new IllegalStateException(id + " is in the cache");
    }
    byShuffle.computeIfAbsent(id.shuffle(), shuffle -> new LinkedHashSet<>()).add(segment);
    undescribed++;
    return segment;
  }

  /** Whether a segment is of the same producer as another one, and of an attempt before that. */
  static boolean isOlder(SegmentId one, SegmentId than) {
    return one.output().producer() == than.output().producer() && one.output().attempt() < than.output().attempt();
  }

  /** The segments of a shuffle that meet a condition. */
  List<CachedSegment> ofShuffle(ShuffleId shuffle, Predicate<CachedSegment> condition) {
    return byShuffle.getOrDefault(shuffle, Set.of()).stream().filter(condition).toList();
  }

  /** Reserves memory for segments that come together, for all or for none; returns whether there is room. */
  boolean describe(List<CachedSegment> segments, List<SegmentLength> lengths) {
    // Lengths are a peer's word: what fits alone makes no sum that overflows.
    boolean eachFits = lengths.stream().allMatch(length -> length.getPartLength() <= capacityBytes);
    if (!eachFits || segments.stream().anyMatch(CachedSegment::isGone)) {
      return false;
    }
    long cost = lengths.stream().mapToLong(length -> CachedSegment.cost(length.getPartLength())).sum();
    String queue = queue(segments.get(0).id().shuffle());
    if (!makeRoom(cost, queue)) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      segments.get(i).describe(lengths.get(i).getPartLength(), lengths.get(i).getRawLength());
      order(queue).add(segments.get(i));
      undescribed--;
    }
    memory.putIfAbsent(segments.get(0).id().shuffle(), new Memory(queue, 0));
    use(segments.get(0).id().shuffle(), cost);
    return true;
  }

  private boolean makeRoom(long bytes, String queue) {
    boolean possible = bytes <= capacityBytes;
    while (possible && usedBytes + bytes > capacityBytes) {
      Optional<CachedSegment> next = nextOf(above(queue, bytes));
      next.ifPresent(this::evict);
      possible = next.isPresent();
    }
    return possible;
  }

  private void evict(CachedSegment segment) {
    evicted.accept(segment);
    remove(segment);
  }

  /** The queues that hold more than their shares, by how much, if one of them gets some more. */
  private Map<String, Long> above(String queue, long bytes) {
    Map<String, Long> above = new HashMap<>(usedByQueue());
    above.merge(queue, bytes, Long::sum);
    above.replaceAll((name, used) -> used - shares.applyAsLong(name));
    above.values().removeIf(over -> over <= 0);
    return above;
  }

  private Optional<CachedSegment> nextOf(Map<String, Long> above) {
    for (String queue : above.keySet().stream().sorted(Comparator.comparing(above::get).reversed()).toList()) {
      Optional<CachedSegment> next = order(queue).takeNext(shares.applyAsLong(queue));
      if (next.isPresent()) {
        return next;
      }
    }
    return Optional.empty();
  }

  /** Stores the next bytes of a segment; not to be changed afterwards. */
  void add(CachedSegment segment, byte[] data) {
    if (!segment.isGone() || segment.hasReaders()) {
      segment.add(data);
    }
  }

  /** A reader begins with a segment. */
  void join(CachedSegment segment, CachedSegment.Reader reader) {
    segment.join(reader);
  }

  /** A reader does not need a segment any more. */
  void leave(CachedSegment segment, CachedSegment.Reader reader) {
    boolean was = segment.hasReaders();
    segment.leave(reader);
    if (was && segment.isGone() && !segment.hasReaders()) {
      release(segment);
    }
  }

  /** A segment is not to be found any more. */
  void remove(CachedSegment segment) {
    if (segment.isGone()) {
      return;
    }
    segment.setGone();
    byId.remove(segment.id(), segment);
    byShuffle.computeIfPresent(segment.id().shuffle(), (shuffle, others) -> others.remove(segment) && others.isEmpty() ? null : others);
    order(queue(segment.id().shuffle())).remove(segment);
    undescribed -= segment.isDescribed() ? 0 : 1;
    if (!segment.hasReaders()) {
      release(segment);
    }
  }

  private void release(CachedSegment segment) {
    use(segment.id().shuffle(), -segment.cost());
    segment.release();
  }

  private void use(ShuffleId shuffle, long more) {
    usedBytes += more;
    memory.computeIfPresent(shuffle, (same, used) -> used.bytes() + more == 0 ? null : new Memory(used.queue(), used.bytes() + more));
  }
}
