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
 * The bundles that leave this site, and their segments by the numbers that receivers know. Of thousands of bundles few change at a time:
 * what is done many times a second looks at those only. On the agent's thread.
 */
final class Bundles {
  private final Map<ShuffleId, Map<SiteId, OutBundle>> byShuffle = new LinkedHashMap<>();
  private final Map<Long, OutSegment> byNumber = new HashMap<>();
  /** All that have work or bytes under way, and those that have changed since they were taken last. */
  private final Set<OutBundle> lively = new LinkedHashSet<>();

  /** All of them; a list of its own. */
  List<OutBundle> all() {
    List<OutBundle> all = new ArrayList<>();
    byShuffle.values().forEach(ofShuffle -> all.addAll(ofShuffle.values()));
    return all;
  }

  /** Whether any has something to send. */
  boolean anyWorking() {
    return lively.stream().anyMatch(OutBundle::hasWork);
  }

  /** The bundles that have something to send, those of the most urgent classes first; a list of its own. */
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
   * The bundles of which anything may have changed since the last call: what has work or bytes under way changes by itself.
   *
   * @param underWay how many bytes of a bundle are under way
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

  /** The bundle of a segment that has not been dropped. */
  OutBundle of(OutSegment segment) {
    BundleId id = segment.id().bundle();
    return find(id).orElseThrow(() -> new IllegalStateException("bundle " + id + " of a segment was dropped"));
  }

  Optional<OutSegment> find(SegmentCopy key, SiteId to) {
    return find(key.shuffle(), to).flatMap(bundle -> bundle.segment(key));
  }

  /** A segment by its number; none if it has been dropped. */
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

  /** Forgets a shuffle; returns what its bundles were. */
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
