package dev.terra.agent.send;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The bundles that leave this site, and their segments by the numbers that receivers use. Of thousands of bundles only a few change at a
 * time, so work that is done many times a second looks at these few only. It is used on the agent's thread only.
 */
final class Bundles {
  private final Map<ShuffleId, Map<SiteId, OutBundle>> byShuffle = new LinkedHashMap<>();
  private final Map<Long, OutSegment> byNumber = new HashMap<>();
  /** The bundles that have work or bytes under way, and those that have changed since {@link #takeChanged} was last called. */
  private final Set<OutBundle> lively = new LinkedHashSet<>();

  /** Returns all bundles in a list that belongs to the caller. */
  List<OutBundle> all() {
    List<OutBundle> all = new ArrayList<>();
    byShuffle.values().forEach(ofShuffle -> all.addAll(ofShuffle.values()));
    return all;
  }

  /** Returns whether any bundle has something to send. */
  boolean anyWorking() {
    return lively.stream().anyMatch(OutBundle::hasWork);
  }

  /** Returns the bundles that have something to send, the most urgent classes first, in a list that belongs to the caller. */
  List<OutBundle> working() {
    List<OutBundle> working = new ArrayList<>();
    for (OutBundle bundle : lively) {
      if (bundle.hasWork()) {
        working.add(bundle);
      }
    }
    working.sort(Comparator.comparing(OutBundle::latencyClass));
    return working;
  }

  /**
   * Returns the bundles that may have changed since the last call. A bundle with work or with bytes under way counts as changed.
   *
   * @param underWay returns how many bytes of a bundle are under way
   */
  List<OutBundle> takeChanged(ToLongFunction<BundleId> underWay) {
    List<OutBundle> changed = List.copyOf(lively);
    lively.removeIf(bundle -> !bundle.hasWork() && underWay.applyAsLong(bundle.id()) == 0);
    return changed;
  }

  Collection<OutBundle> of(ShuffleId shuffle) {
    return byShuffle.getOrDefault(shuffle, Map.of()).values();
  }

  Optional<OutBundle> find(ShuffleId shuffle, SiteId to) {
    return Optional.ofNullable(byShuffle.getOrDefault(shuffle, Map.of()).get(to));
  }

  Optional<OutBundle> find(BundleId id) {
    return find(id.shuffle(), id.to());
  }

  /** Returns the bundle of a segment that has not been dropped. */
  OutBundle of(OutSegment segment) {
    BundleId id = segment.id().bundle();
    return find(id).orElseThrow(() -> new IllegalStateException("bundle " + id + " of a segment was dropped"));
  }

  Optional<OutSegment> find(SegmentCopy key, SiteId to) {
    return find(key.shuffle(), to).flatMap(bundle -> bundle.segment(key));
  }

  /** Returns the segment with a number, or nothing if the segment has been dropped. */
  Optional<OutSegment> find(long number) {
    return Optional.ofNullable(byNumber.get(number));
  }

  void add(OutBundle bundle) {
    byShuffle.computeIfAbsent(bundle.id().shuffle(), key -> new LinkedHashMap<>()).put(bundle.id().to(), bundle);
    bundle.watch(() -> lively.add(bundle));
  }

  void add(OutSegment segment) {
    of(segment).add(segment);
    byNumber.put(segment.id().number(), segment);
  }

  void remove(OutSegment segment) {
    of(segment).remove(segment);
    byNumber.remove(segment.id().number());
  }

  Set<ShuffleId> shuffles() {
    return byShuffle.keySet();
  }

  /** Drops the bundles of a shuffle and returns them. */
  Collection<OutBundle> drop(ShuffleId shuffle) {
    Map<SiteId, OutBundle> dropped = byShuffle.remove(shuffle);
    if (dropped == null) {
      return List.of();
    }
    for (OutBundle bundle : dropped.values()) {
      bundle.drop();
      lively.remove(bundle);
      bundle.segments().forEach(segment -> byNumber.remove(segment.id().number()));
    }
    return dropped.values();
  }
}
