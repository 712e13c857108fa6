package dev.terra.core.capacity;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * The observation of a link in an interval. Rates are IP bytes/s.
 *
 * @param seconds the length of the interval, above 0
 * @param bytesPerSecond the rate that was delivered
 * @param limitedSeconds the part of the interval in which more bytes were waiting all the time than the link took
 * @param limitedBytesPerSecond the rate that was delivered in that part; 0 if there was none
 * @param receiverSeconds the part of the interval in which the far end did not read
 * @param queuedSeconds the time beyond a round trip that it takes to deliver the bytes that were on their way at the end of the
 *     interval
 * @param grantedBytesPerSecond the lowest rate that the schedule granted on the link at any time of the interval, or of the part that
 *     the network limited, if there was one
 */
public record LinkObservation(double seconds, double bytesPerSecond, double limitedSeconds, double limitedBytesPerSecond,
    double receiverSeconds, double queuedSeconds, double grantedBytesPerSecond) {
  /** The largest part of an interval for which the far end may not read. Beyond it, the far end may have been the limit. */
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
   * Combines the observations of several senders, each of which observed its own bytes on a link in about the same time, into that of one
   * sender. The delivered rates add up. If any sender had to wait, the sum is all that the link took.
   *
   * @param parts at least one observation; the granted rate of each is that of the whole link
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

  /** Returns whether the network alone limited the rate in a part of the interval. The rest of the interval led up to this. */
  boolean isNetworkLimited() {
    return limitedSeconds > 0 && limitedBytesPerSecond > 0 && !isReceiverLimited();
  }

  boolean isReceiverLimited() {
    return receiverSeconds > RECEIVER_AT_MOST * seconds;
  }
}
