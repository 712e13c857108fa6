package dev.terra.controller.core;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How far each bundle of one shuffle is, as its sender last said.
 *
 * <p>A reducer that moves takes all its bytes to the new site, since it needs them again there; what had been sent to the old site
 * (in proportion, as progress is known by bundle only) stays accounted to the old bundle.
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
  private final Map<SitePair, Long> sentForMoved = new HashMap<>();

  Set<SitePair> pairs() {
    return done.keySet();
  }

  Done of(SitePair pair) {
    return done.getOrDefault(pair, Done.NONE);
  }

  /** Bytes that were sent for reducers that have moved on. */
  long sentForMoved(SitePair pair) {
    return sentForMoved.getOrDefault(pair, 0L);
  }

  /**
   * Replaces a bundle's progress; true if that changes anything. If it goes back, the sender no longer counts what it had sent for
   * reducers that moved away.
   */
  boolean report(SitePair pair, Done now) {
    Done before = done.put(pair, now);
    if (before != null && now.sum() < before.sum()) {
      sentForMoved.computeIfPresent(pair, (p, sent) -> Math.max(0, sent - (before.sum() - now.sum())));
    }
    return !now.equals(before);
  }

  /** Reducers have moved away. */
  void leave(List<ShuffleVolumes.LeftBehind> left) {
    left.forEach(part -> {
      double share = Math.min(1, of(part.pair()).sum() / (double) part.allBytes());
      sentForMoved.merge(part.pair(), Math.round(share * part.bytes()), Long::sum);
    });
  }

  /** Forgets what a site's agent said. */
  void forget(SiteId site) {
    done.keySet().removeIf(pair -> pair.from().equals(site));
    sentForMoved.keySet().removeIf(pair -> pair.from().equals(site));
  }
}
