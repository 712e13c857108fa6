package dev.terra.agent.cache;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.CacheFigures;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The segments that a site keeps for further readers, and those on their way into it. A segment's name stands for the same bytes for good
 * (see {@link SegmentId}), so that nothing in here can be stale; what is no longer needed goes with its shuffle, or when a newer attempt of
 * its producer is read.
 *
 * <p>Invariants: a segment's memory is reserved before its first byte is stored, and {@code usedBytes} never exceeds the capacity; a
 * segment that has readers keeps its memory until the last one has left, also after it was removed; a name stands for one segment at
 * most. On the agent's thread.
 */
final class SegmentCache {
  /** Segments on their way of which nothing is known yet; a stage of a few thousand tasks requests as many at once. */
  static final int MOST_UNDESCRIBED = 50_000;

  private final long capacityBytes;
  private final Map<SegmentId, CachedSegment> byId = new HashMap<>();
  private final Map<ShuffleId, Set<CachedSegment>> byShuffle = new HashMap<>();
  private final EvictionOrder order = new EvictionOrder();
  private final Map<ShuffleId, Long> usedByShuffle = new HashMap<>();
  private int undescribed;
  private long usedBytes;

  /** An empty cache. */
  SegmentCache(long capacityBytes) {
    this.capacityBytes = capacityBytes;
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
    return usedByShuffle.entrySet().stream().sorted(Map.Entry.<ShuffleId, Long>comparingByValue().reversed())
        .limit(CacheFigures.MOST_SHUFFLES).collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** The segment of a name, whole or on its way. */
  Optional<CachedSegment> find(SegmentId id) {
    return Optional.ofNullable(byId.get(id));
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

  private static boolean isOlder(SegmentId one, SegmentId than) {
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
    if (!makeRoom(cost)) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      segments.get(i).describe(lengths.get(i).getPartLength(), lengths.get(i).getRawLength());
      order.add(segments.get(i));
      undescribed--;
    }
    use(segments.get(0).id().shuffle(), cost);
    return true;
  }

  private boolean makeRoom(long bytes) {
    boolean possible = bytes <= capacityBytes;
    while (possible && usedBytes + bytes > capacityBytes) {
      Optional<CachedSegment> next = order.takeNext(capacityBytes);
      next.ifPresent(this::remove);
      possible = next.isPresent();
    }
    return possible;
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
    order.remove(segment);
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
    long now = usedByShuffle.getOrDefault(shuffle, 0L) + more;
    if (now == 0) {
      usedByShuffle.remove(shuffle);
    } else {
      usedByShuffle.put(shuffle, now);
    }
  }
}
