package dev.terra.controller.core;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How far each bundle of one shuffle is, as its sender last said.
 *
 * <p>A reducer that moves takes all its bytes to the new site, since it needs them again there; what had been sent to the old site
 * (in proportion, as progress is known by bundle only) stays accounted to the old bundle. One that comes back finds it there: two attempts
 * of a task, or two stages, may read the same partition in turns.
 */
final class ProgressBook {
  /**
   * Of one bundle, bytes.
   *
   * @param acknowledged received at the destination
   * @param withdrawn gone another way
   * @param requested not yet received though a reducer waits
   * @param underWay sent and not yet received
   */
  record Done(long acknowledged, long withdrawn, long requested, long underWay) {
    static final Done NONE = new Done(0, 0, 0);

    /** With nothing under way. */
    Done(long acknowledged, long withdrawn, long requested) {
      this(acknowledged, withdrawn, requested, 0);
    }

    Done plus(Done other) {
      return new Done(acknowledged + other.acknowledged, withdrawn + other.withdrawn, requested + other.requested,
          underWay + other.underWay);
    }

    private long sum() {
      return acknowledged + withdrawn;
    }
  }

  private final Map<SitePair, Done> done = new HashMap<>();
  /** By reducer. */
  private final Map<SitePair, Map<Integer, Long>> sentForMoved = new HashMap<>();

  Set<SitePair> pairs() {
    return done.keySet();
  }

  Done of(SitePair pair) {
    return done.getOrDefault(pair, Done.NONE);
  }

  /** Bytes that were sent for reducers that have moved on. */
  long sentForMoved(SitePair pair) {
    return sentForMoved.getOrDefault(pair, Map.of()).values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Replaces a bundle's progress; true if that changes anything. If it goes back, the sender no longer counts what it had sent for
   * reducers that moved away.
   */
  boolean report(SitePair pair, Done now) {
    Done before = done.put(pair, now);
    if (before != null && now.sum() < before.sum()) {
      countLess(sentForMoved.getOrDefault(pair, Map.of()), before.sum() - now.sum());
    }
    return !now.equals(before);
  }

  private static void countLess(Map<Integer, Long> sent, long bytes) {
    long left = bytes;
    for (Map.Entry<Integer, Long> ofReducer : sent.entrySet()) {
      long less = Math.min(left, ofReducer.getValue());
      ofReducer.setValue(ofReducer.getValue() - less);
      left -= less;
    }
  }

  /** Reducers have moved away. */
  void leave(List<ShuffleVolumes.LeftBehind> left) {
    Map<SitePair, Double> shares = new HashMap<>();
    left.forEach(part -> shares.computeIfAbsent(part.pair(), pair -> sentShare(pair, part.allBytes())));
    left.forEach(part -> sentForMoved.computeIfAbsent(part.pair(), pair -> new TreeMap<>())
        .put(part.reducer(), Math.round(shares.get(part.pair()) * part.bytes())));
  }

  private double sentShare(SitePair pair, long placedBytes) {
    return Math.min(1, Math.max(0, of(pair).sum() - sentForMoved(pair)) / (double) placedBytes);
  }

  /** Reducers are at these sites: what was sent there for one before it moved away is there. */
  void arrive(Map<Integer, SiteId> siteByReducer) {
    sentForMoved.forEach((pair, sent) -> sent.keySet().removeIf(reducer -> pair.to().equals(siteByReducer.get(reducer))));
  }

  /** Forgets what a site's agent said. */
  void forget(SiteId site) {
    done.keySet().removeIf(pair -> pair.from().equals(site));
    sentForMoved.keySet().removeIf(pair -> pair.from().equals(site));
  }
}
