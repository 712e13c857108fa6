package dev.terra.agent.cache;

import dev.terra.agent.wire.SegmentId;
import dev.terra.core.limit.BoundedMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which segment of a queue leaves the cache next: S3-FIFO (Yang et al., SOSP 2023) by bytes. What is read for the first time passes
 * through a small queue, a tenth of the share, and leaves it unless it is read again there; so what is read once does not push out what
 * is read often.
 * What is expected to be read often, or has been here a short time ago, goes to the main queue, where each read lets it stay for another
 * round. Segments that are being read are passed over. On the agent's thread.
 */
final class EvictionOrder {
  /** The small queue's part of the share. */
  private static final int SMALL_PART = 10;
  /** Segments that are remembered after they left unread, some 10 MiB: as many as a cache of 3 GiB holds of 64 KiB each. */
  private static final int MOST_GHOSTS = 50_000;
  /** A segment of the main queue is looked at so often at most until it leaves: once for each read that counts, and once more. */
  private static final int LOOKS = 4;

  private final Fifo small = new Fifo();
  private final Fifo main = new Fifo();
  private final Map<SegmentId, Boolean> ghosts;

  /** Segments in the order in which they came. */
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
   * An empty order.
   *
   * @param ghosts segments that have left unread, in the orders of all queues
   */
  EvictionOrder(Map<SegmentId, Boolean> ghosts) {
    this.ghosts = ghosts;
  }

  /** Remembers no segment yet, and never very many. */
  static Map<SegmentId, Boolean> forgotten() {
    return new BoundedMap<>(MOST_GHOSTS);
  }

  /** A segment that is described is in the cache from now on. */
  void add(CachedSegment segment) {
    if (ghosts.remove(segment.id()) != null) {
      segment.setKnown();
    }
    (segment.isKnown() || segment.isShared() ? main : small).add(segment);
  }

  /** A segment leaves for another reason. */
  void remove(CachedSegment segment) {
    small.remove(segment);
    main.remove(segment);
  }

  /** A segment is another queue's. */
  void moveTo(EvictionOrder other, CachedSegment segment) {
    boolean isMain = main.segments.contains(segment);
    remove(segment);
    (isMain ? other.main : other.small).add(segment);
  }

  /** Takes out the segment that leaves next, if there is one that is not being read. */
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
