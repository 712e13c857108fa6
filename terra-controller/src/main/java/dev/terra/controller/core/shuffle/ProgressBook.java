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
   * @param sender what else its sender says of it
   */
  public record Done(long acknowledged, long withdrawn, long requested, long underWay, Sender sender) {
    static final Done NONE = new Done(0, 0, 0);

    /** The progress of a bundle whose bytes go as they are. */
    public Done(long acknowledged, long withdrawn, long requested, long underWay, long outstanding) {
      this(acknowledged, withdrawn, requested, underWay, new Sender(outstanding, 1, 0, 0));
    }

    /** With nothing under way, by a sender that does not say what is outstanding. */
    public Done(long acknowledged, long withdrawn, long requested) {
      this(acknowledged, withdrawn, requested, 0, 0);
    }

    Done plus(Done other) {
      return new Done(acknowledged + other.acknowledged, withdrawn + other.withdrawn, requested + other.requested,
          underWay + other.underWay, sender.plus(other.sender));
    }

    /** All of so many bytes has arrived that did not go another way. */
    Done allOf(long expected) {
      return new Done(expected - withdrawn, withdrawn, 0, 0, new Sender(0, sender.wireShare, sender.savedBytes, sender.compressMicros));
    }

    /**
     * What is left to be sent: what its sender is going to send, or more, if reducers have been placed there of which that has not heard.
     * The sender knows best: a reducer may have moved, and come back to what was sent before.
     *
     * @param placed bytes of the reducers that are at the destination
     */
    long left(long placed) {
      return Math.max(sender.outstanding, Math.max(0, placed - acknowledged - withdrawn));
    }
  }

  /**
   * What only the sender of a bundle can say. Its chunks may be compressed.
   *
   * @param outstanding bytes that are neither received nor withdrawn; 0 if the sender does not say
   * @param wireShare how many bytes on links there are to one of them, above 0 to 1
   * @param savedBytes of the received ones: what compressed chunks kept from links
   * @param compressMicros for how long threads have compressed chunks
   */
  public record Sender(long outstanding, double wireShare, long savedBytes, long compressMicros) {
    Sender plus(Sender other) {
      long sum = outstanding + other.outstanding;
      double share = sum == 0 ? Math.max(wireShare, other.wireShare)
          : (outstanding * wireShare + other.outstanding * other.wireShare) / sum;
      return new Sender(sum, share, savedBytes + other.savedBytes, compressMicros + other.compressMicros);
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
