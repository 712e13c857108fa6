package dev.terra.controller.core.shuffle;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** How far each bundle of one shuffle is, as its sender last said. */
public final class ProgressBook {
  /**
   * The progress of one bundle, bytes; also of what was sent for reducers that have moved on.
   *
   * @param acknowledged received at the destination
   * @param withdrawn gone another way
   * @param requested not yet received though a reducer waits
   * @param underWay sent and not yet received
   * @param outstanding neither received nor withdrawn, as far as its sender knew; 0 if that does not say
   */
  public record Done(long acknowledged, long withdrawn, long requested, long underWay, long outstanding) {
    static final Done NONE = new Done(0, 0, 0);

    /** With nothing under way, by a sender that does not say what is outstanding. */
    public Done(long acknowledged, long withdrawn, long requested) {
      this(acknowledged, withdrawn, requested, 0, 0);
    }

    Done plus(Done other) {
      return new Done(acknowledged + other.acknowledged, withdrawn + other.withdrawn, requested + other.requested,
          underWay + other.underWay, outstanding + other.outstanding);
    }

    /**
     * What is left to be sent: what its sender is going to send, or more, if reducers have been placed there of which that has not heard.
     * The sender knows best: a reducer may have moved, and come back to what was sent before.
     *
     * @param placed bytes of the reducers that are at the destination
     */
    long left(long placed) {
      return Math.max(outstanding, Math.max(0, placed - acknowledged - withdrawn));
    }
  }

  private final Map<SitePair, Done> done = new HashMap<>();

  Set<SitePair> pairs() {
    return done.keySet();
  }

  Done of(SitePair pair) {
    return done.getOrDefault(pair, Done.NONE);
  }

  /** Replaces a bundle's progress; true if that changes anything. */
  boolean report(SitePair pair, Done now) {
    return !now.equals(done.put(pair, now));
  }

  /** Forgets what a site's agent said. */
  void forget(SiteId site) {
    done.keySet().removeIf(pair -> pair.from().equals(site));
  }
}
