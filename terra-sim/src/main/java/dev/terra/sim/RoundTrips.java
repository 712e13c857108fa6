package dev.terra.sim;

/**
 * Whether latencies count. If they do, the last byte of a bundle arrives only after the latency of its paths, and new TCP connections need
 * round trips until they are as fast as their links allow.
 *
 * @param counted whether latencies count
 * @param initialWindowBytes what a new connection sends before it receives an acknowledgement, above 0
 * @param queueSeconds how long TCP's packets wait before links, since TCP fills their queues; at least 0
 */
public record RoundTrips(boolean counted, double initialWindowBytes, double queueSeconds) {
  /** Ten segments, the initial window of RFC 6928, bytes. */
  public static final double TEN_SEGMENTS = 14_600;
  /** Latencies do not count. */
  public static final RoundTrips NONE = new RoundTrips(false, TEN_SEGMENTS, 0);
  /** Latencies count, with TCP's usual initial window and without queues. */
  public static final RoundTrips COUNTED = new RoundTrips(true, TEN_SEGMENTS, 0);

  /** Checks the ranges. */
  public RoundTrips {
    if (!(initialWindowBytes > 0) || Double.isInfinite(initialWindowBytes)) {
      throw new IllegalArgumentException("the initial window is above 0 bytes, got " + initialWindowBytes);
    }
    if (!(queueSeconds >= 0) || Double.isInfinite(queueSeconds)) {
      throw new IllegalArgumentException("packets wait for at least 0 s, got " + queueSeconds);
    }
  }

  /**
   * Returns what a new connection loses: a round trip to open, and slow start, in which the window doubles each round trip until it holds
   * all bytes that the link can have under way, or all that there are. The formula is that of Cardwell, Savage and Anderson, "Modeling TCP
   * Latency", section II, without losses.
   *
   * @param latencySeconds the latency of its links, there and back, at least 0
   * @param bytes the bytes that it has to carry
   * @param bytesPerSecond the most that the link gives it, above 0
   * @return how much later its last byte leaves than at the link's rate from the beginning, seconds
   */
  double lostByConnection(double latencySeconds, double bytes, double bytesPerSecond) {
    if (!counted) {
      return 0;
    }
    double roundTripSeconds = latencySeconds + queueSeconds;
    double window = Math.min(bytes, bytesPerSecond * roundTripSeconds);
    double rounds = Math.log1p(window / initialWindowBytes) / Math.log(2);
    return roundTripSeconds + Math.max(0, (rounds - 1) * roundTripSeconds - window / bytesPerSecond);
  }
}
