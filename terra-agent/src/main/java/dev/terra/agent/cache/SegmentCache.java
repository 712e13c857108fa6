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
 * The segments that a site keeps for further readers, and those on their way into the cache. A segment's name stands for the same bytes for
 * good (see {@link SegmentId}), so nothing in the cache can be stale. What is not needed any more is removed with its shuffle, or when a
 * newer attempt of its producer is read.
 *
 * <p>Invariants: a segment's memory is reserved before its first byte is stored, and {@code usedBytes} never exceeds the capacity; a
 * segment that has readers keeps its memory until the last one has left, even if it is removed; a name stands for one segment at most; no
 * queue loses a segment to another queue while it holds no more than its share. It is used on the agent's thread only.
 */
final class SegmentCache {
  /** The most segments on their way whose lengths are not known yet. A stage of a few thousand tasks requests as many at once. */
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

  /** The queue of a shuffle, and the bytes of the cache that the shuffle takes. */
  private record Memory(String queue, long bytes) {}

  /**
   * Creates an empty cache.
   *
   * @param queues returns the queue of a shuffle
   * @param shares returns how many bytes a queue may hold while others need room
   * @param evicted called with each segment that is to leave because others need the room, while all of it is still there
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

  /** Returns the memory of all segments that are in the cache, or were removed and are still read. */
  long usedBytes() {
    return usedBytes;
  }

  /** Returns the memory of the shuffles that use most. */
  ImmutableMap<ShuffleId, Long> usedByShuffle() {
    return memory.entrySet().stream().sorted(Comparator.comparingLong(used -> -used.getValue().bytes()))
        .limit(CacheFigures.MOST_SHUFFLES).collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, used -> used.getValue().bytes()));
  }

  /** Returns the memory of each queue that uses any. */
  Map<String, Long> usedByQueue() {
    return memory.values().stream().collect(Collectors.groupingBy(Memory::queue, TreeMap::new, Collectors.summingLong(Memory::bytes)));
  }

  /** Moves what shuffles have to their current queues, which may become known only after their first bytes. Returns those queues. */
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

  /** Returns the queue for which a shuffle's segments count. */
  String queue(ShuffleId shuffle) {
    Memory used = memory.get(shuffle);
    return used != null ? used.queue() : queues.apply(shuffle);
  }

  /** Returns the segment with an id, whole or on its way. */
  Optional<CachedSegment> find(SegmentId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Returns the shuffles of which there are segments. */
  Set<ShuffleId> shuffles() {
    return new LinkedHashSet<>(byShuffle.keySet());
  }

  /** Returns whether so many more segments may be begun. */
  boolean mayBegin(int count) {
    return undescribed + count <= MOST_UNDESCRIBED;
  }

  /**
   * Begins a segment that is not in the cache. Segments of older attempts of the same producer are removed, since nothing reads them any
   * more.
   *
   * @param shared true if many readers are expected
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

  /** Returns whether a segment belongs to the same producer as another one, and to an earlier attempt. */
  static boolean isOlder(SegmentId one, SegmentId than) {
    return one.output().producer() == than.output().producer() && one.output().attempt() < than.output().attempt();
  }

  /** Returns the segments of a shuffle that meet a condition. */
  List<CachedSegment> ofShuffle(ShuffleId shuffle, Predicate<CachedSegment> condition) {
    return byShuffle.getOrDefault(shuffle, Set.of()).stream().filter(condition).toList();
  }

  /** Reserves memory for segments that cross together, for all of them or for none; returns whether there is room. */
  boolean describe(List<CachedSegment> segments, List<SegmentLength> lengths) {
    // The lengths come from a peer and may be arbitrary: if each of them fits alone, their sum does not overflow.
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

  /** Returns the queues that hold more than their shares, and by how much, if one of them gets some more bytes. */
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

  /** Stores the next bytes of a segment. They must not be changed afterwards. */
  void add(CachedSegment segment, byte[] data) {
    if (!segment.isGone() || segment.hasReaders()) {
      segment.add(data);
    }
  }

  /** Notes that a reader begins with a segment. */
  void join(CachedSegment segment, CachedSegment.Reader reader) {
    segment.join(reader);
  }

  /** Notes that a reader does not need a segment any more. */
  void leave(CachedSegment segment, CachedSegment.Reader reader) {
    boolean was = segment.hasReaders();
    segment.leave(reader);
    if (was && segment.isGone() && !segment.hasReaders()) {
      release(segment);
    }
  }

  /** Removes a segment, so that it is not found any more. */
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
