package dev.terra.agent.cache;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.List;

/**
 * A reader's request to a site's cache.
 *
 * @param ids the segments, one or more, all of one shuffle and one origin
 * @param source the origin's site
 * @param reader the index that the origin's agent has assigned to the reader of a broadcast
 * @param undecided true if the origin's agent has yet to decide whether the segments go through Terra; it has assigned no index then
 */
public record CacheRequest(List<SegmentId> ids, SiteId source, int reader, boolean undecided) {
  /** Copies the list. */
  public CacheRequest {
    ids = List.copyOf(ids);
    if (ids.isEmpty()) {
      throw new IllegalArgumentException("expected one or more segments");
    }
  }

  ShuffleId shuffle() {
    return ids.get(0).shuffle();
  }

  /** Returns copies of some segments for the reader with an index. */
  static List<SegmentCopy> copies(List<SegmentId> some, int index) {
    return some.stream().map(id -> new SegmentCopy(id, index)).toList();
  }
}
