package dev.terra.core.capacity;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * What was seen on a link in an interval. Rates are IP bytes/s.
 *
 * @param seconds its length, above 0
 * @param bytesPerSecond delivered
 * @param limitedSeconds the part in which more was waiting all the time than the link took
 * @param limitedBytesPerSecond delivered in that part; 0 if there was none
 * @param receiverSeconds the part in which the far end did not read
 * @param queuedSeconds how long what was on its way at its end takes to be delivered, beyond a round trip
 * @param grantedBytesPerSecond the least that the schedule let go over the link at any time of the interval; of the part that the
   *     network limited, if there was one
 */
public record LinkObservation(double seconds, double bytesPerSecond, double limitedSeconds, double limitedBytesPerSecond,
    double receiverSeconds, double queuedSeconds, double grantedBytesPerSecond) {
  /** A far end that did not read for more of it may be what everything waited for. */
  private static final double RECEIVER_AT_MOST = 0.2;

  /** Checks the ranges. */
  public LinkObservation {
    if (!(seconds > 0) || !(bytesPerSecond >= 0) || !(limitedSeconds >= 0) || !(limitedBytesPerSecond >= 0)
        || !(receiverSeconds >= 0) || !(queuedSeconds >= 0)
        || !(grantedBytesPerSecond >= 0)) {
      throw new IllegalArgumentException("expected an interval above 0 and rates of at least 0, got " + seconds + " s, "
          + bytesPerSecond + ", " + limitedBytesPerSecond + " and " + grantedBytesPerSecond + " B/s");
    }
  }

  /**
   * What several senders see of a link in about the same time, each of its own bytes, as one that sent all would see it: what each
   * delivers adds up, and where any had to wait the link took no more than that.
   *
   * @param parts at least one; each was granted what the whole link was
   */
  public static LinkObservation together(Collection<LinkObservation> parts) {
    double limitedSeconds = largest(parts, LinkObservation::limitedSeconds);
    double delivered = parts.stream().mapToDouble(LinkObservation::bytesPerSecond).sum();
    double limited = parts.stream().mapToDouble(part -> part.limitedSeconds > 0 ? part.limitedBytesPerSecond : part.bytesPerSecond).sum();
    return new LinkObservation(largest(parts, LinkObservation::seconds), delivered, limitedSeconds, limitedSeconds > 0 ? limited : 0,
        largest(parts, LinkObservation::receiverSeconds), largest(parts, LinkObservation::queuedSeconds),
        parts.stream().mapToDouble(LinkObservation::grantedBytesPerSecond).min().orElseThrow());
  }

  private static double largest(Collection<LinkObservation> parts, ToDoubleFunction<LinkObservation> figure) {
    return parts.stream().mapToDouble(figure).max().orElseThrow();
  }

  /** Whether the network alone decided what was delivered in a part of it; the rest is the way into that. */
  boolean isNetworkLimited() {
    return limitedSeconds > 0 && limitedBytesPerSecond > 0 && !isReceiverLimited();
  }

  boolean isReceiverLimited() {
    return receiverSeconds > RECEIVER_AT_MOST * seconds;
  }
}
