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
   * @param rest what is left, as far as its sender knew
   */
  public record Done(long acknowledged, long withdrawn, long requested, long underWay, Rest rest) {
    static final Done NONE = new Done(0, 0, 0);

    /** The progress of a bundle whose bytes go as they are. */
    public Done(long acknowledged, long withdrawn, long requested, long underWay, long outstanding) {
      this(acknowledged, withdrawn, requested, underWay, new Rest(outstanding, 1));
    }

    /** With nothing under way, by a sender that does not say what is outstanding. */
    public Done(long acknowledged, long withdrawn, long requested) {
      this(acknowledged, withdrawn, requested, 0, 0);
    }

    Done plus(Done other) {
      return new Done(acknowledged + other.acknowledged, withdrawn + other.withdrawn, requested + other.requested,
          underWay + other.underWay, rest.plus(other.rest));
    }

    /**
     * What is left to be sent: what its sender is going to send, or more, if reducers have been placed there of which that has not heard.
     * The sender knows best: a reducer may have moved, and come back to what was sent before.
     *
     * @param placed bytes of the reducers that are at the destination
     */
    long left(long placed) {
      return Math.max(rest.outstanding, Math.max(0, placed - acknowledged - withdrawn));
    }
  }

  /**
   * What a sender knows to be left of a bundle.
   *
   * @param outstanding bytes that are neither received nor withdrawn; 0 if the sender does not say
   * @param wireShare how many bytes on links there are to one of them, above 0 to 1: chunks may be compressed
   */
  public record Rest(long outstanding, double wireShare) {
    Rest plus(Rest other) {
      long sum = outstanding + other.outstanding;
      return new Rest(sum, sum == 0 ? Math.max(wireShare, other.wireShare)
          : (outstanding * wireShare + other.outstanding * other.wireShare) / sum);
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
