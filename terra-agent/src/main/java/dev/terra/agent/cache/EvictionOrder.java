package dev.terra.agent.cache;

import dev.terra.agent.wire.SegmentId;
import dev.terra.core.limit.BoundedMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The order in which the segments of a queue leave the cache: S3-FIFO (Yang et al., SOSP 2023), counted in bytes. A segment that is read
 * for the first time passes through a small queue, a tenth of the share, and leaves the cache unless it is read again there. So segments
 * that are read once do not push out those that are read often. A segment that is expected to be read often, or that was in the cache a
 * short time ago, goes to the main queue, where each read lets it stay for another round. Segments that are being read are passed over. It
 * is used on the agent's thread only.
 */
final class EvictionOrder {
  /** The share of the queue divided by the size of the small queue. */
  private static final int SMALL_PART = 10;
  /**
   * The number of segments that are remembered after they left unread, which takes some 10 MiB. A cache of 3 GiB holds as many segments of
   * 64 KiB each.
   */
  private static final int MOST_GHOSTS = 50_000;
  /** The most times that a segment of the main queue is looked at until it leaves: once for each read that counts, and once more. */
  private static final int LOOKS = 4;

  private final Fifo small = new Fifo();
  private final Fifo main = new Fifo();
  private final Map<SegmentId, Boolean> ghosts;

  /** Segments in the order in which they were added. */
  private static final class Fifo {
    private final Set<CachedSegment> segments = new LinkedHashSet<>();
    private long bytes;

    void add(CachedSegment segment) {
      if (segments.add(segment)) {
        bytes += segment.cost();
      }
    }

    void remove(CachedSegment segment) {
      if (segments.remove(segment)) {
        bytes -= segment.cost();
      }
    }

    CachedSegment takeFirst() {
      CachedSegment first = segments.iterator().next();
      remove(first);
      return first;
    }
  }

  /**
   * Creates an empty order.
   *
   * @param ghosts the segments that have left unread, shared by the orders of all queues
   */
  EvictionOrder(Map<SegmentId, Boolean> ghosts) {
    this.ghosts = ghosts;
  }

  /** Returns an empty map of ghosts, which is bounded. */
  static Map<SegmentId, Boolean> forgotten() {
    return new BoundedMap<>(MOST_GHOSTS);
  }

  /** Adds a segment whose memory is reserved. */
  void add(CachedSegment segment) {
    if (ghosts.remove(segment.id()) != null) {
      segment.setKnown();
    }
    (segment.isKnown() || segment.isShared() ? main : small).add(segment);
  }

  /** Removes a segment that leaves for another reason. */
  void remove(CachedSegment segment) {
    small.remove(segment);
    main.remove(segment);
  }

  /** Moves a segment to the order of another queue. */
  void moveTo(EvictionOrder other, CachedSegment segment) {
    boolean isMain = main.segments.contains(segment);
    remove(segment);
    (isMain ? other.main : other.small).add(segment);
  }

  /** Removes and returns the segment that leaves next, if there is one that is not being read. */
  Optional<CachedSegment> takeNext(long shareBytes) {
    return small.bytes > shareBytes / SMALL_PART ? nextOfSmall().or(this::nextOfMain) : nextOfMain().or(this::nextOfSmall);
  }

  private Optional<CachedSegment> nextOfSmall() {
    for (int looks = small.segments.size(); looks > 0; looks--) {
      CachedSegment oldest = small.takeFirst();
      if (oldest.hasReaders()) {
        small.add(oldest);
      } else if (oldest.reads() > 1) {
        main.add(oldest);
      } else {
        ghosts.put(oldest.id(), true);
        return Optional.of(oldest);
      }
    }
    return Optional.empty();
  }

  private Optional<CachedSegment> nextOfMain() {
    for (int looks = LOOKS * main.segments.size(); looks > 0; looks--) {
      CachedSegment oldest = main.takeFirst();
      if (!oldest.hasReaders() && !oldest.forgetRead()) {
        return Optional.of(oldest);
      }
      main.add(oldest);
    }
    return Optional.empty();
  }
}
