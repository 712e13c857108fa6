package dev.terra.controller.core.shuffle;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The progress of each bundle of one shuffle, as its sender last reported it. */
public final class ProgressBook {
  /**
   * The progress of one bundle, in bytes. Bytes that were sent for reducers that have moved on count, too.
   *
   * @param acknowledged bytes received at the destination
   * @param withdrawn bytes that went another way
   * @param requested bytes that a reducer waits for and that have not been received
   * @param underWay bytes that have been sent and not yet received
   * @param sender what else the bundle's sender reports
   */
  public record Done(long acknowledged, long withdrawn, long requested, long underWay, Sender sender) {
    static final Done NONE = new Done(0, 0, 0);

    /** Creates the progress of a bundle whose bytes are not compressed. */
    public Done(long acknowledged, long withdrawn, long requested, long underWay, long outstanding) {
      this(acknowledged, withdrawn, requested, underWay, new Sender(outstanding, 1, 0, 0));
    }

    /** Creates the progress of a bundle with nothing under way, whose sender does not report what is outstanding. */
    public Done(long acknowledged, long withdrawn, long requested) {
      this(acknowledged, withdrawn, requested, 0, 0);
    }

    Done plus(Done other) {
      return new Done(acknowledged + other.acknowledged, withdrawn + other.withdrawn, requested + other.requested,
          underWay + other.underWay, sender.plus(other.sender));
    }

    /** Returns the progress when all of the given number of bytes has arrived, except what went another way. */
    Done allOf(long expected) {
      return new Done(expected - withdrawn, withdrawn, 0, 0, new Sender(0, sender.wireShare, sender.savedBytes, sender.compressMicros));
    }

    /**
     * Returns how many bytes are left to send: those that the sender is going to send, or more, if reducers have been placed at the
     * destination of which the sender has not been notified. The sender's number takes precedence because a reducer may have moved, and
     * come back to what was sent before.
     *
     * @param placed bytes for the reducers that are at the destination
     */
    long left(long placed) {
      return Math.max(sender.outstanding, Math.max(0, placed - acknowledged - withdrawn));
    }
  }

  /**
   * What only the sender of a bundle can report. The chunks of the bundle may be compressed.
   *
   * @param outstanding bytes that are neither received nor withdrawn; 0 if the sender does not report them
   * @param wireShare bytes on links for each outstanding byte, above 0 and at most 1
   * @param savedBytes how many of the received bytes did not cross links because chunks were compressed
   * @param compressMicros for how long threads have compressed chunks, in microseconds
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

  /** Replaces a bundle's progress. Returns whether that changes anything. */
  boolean report(SitePair pair, Done now) {
    return !now.equals(done.put(pair, now));
  }

  /** Forgets what a site's agent reported. */
  void forget(SiteId site) {
    done.keySet().removeIf(pair -> pair.from().equals(site));
  }
}
