package dev.terra.controller.core.capacity;

import dev.terra.core.wan.LinkId;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How much traffic others send over links: what the ports to these links count, minus what tunnels carry. Counters are read more often than
 * the network updates them, so an unchanged counter means nothing for a while. Rates are IP bytes/s. This class is used on the controller's
 * thread only.
 */
final class PortRates {
  /**
   * After this time, an unchanged counter means that the port sends nothing. ONOS reads the counters of its switches every five seconds;
   * this is twice as long.
   */
  private static final long STANDS_STILL_NANOS = 10_000_000_000L;
  private static final double NANOS = 1e9;

  private final Map<LinkId, Count> counts = new HashMap<>();
  private final Map<LinkId, Double> ours = new HashMap<>();

  private record Count(long sentBytes, long nanos) {}

  /** Notes that tunnels have carried so many bytes over a link. */
  void carried(LinkId link, double bytes) {
    if (counts.containsKey(link)) {
      ours.merge(link, bytes, Double::sum);
    }
  }

  /**
   * Returns the rate of other traffic since the port's previous count. It is empty if the counter has not been updated yet, has started
   * anew, or is counted for the first time.
   */
  OptionalDouble others(LinkId link, long sentBytes, long nowNanos) {
    Count before = counts.get(link);
    if (before != null && sentBytes == before.sentBytes && nowNanos - before.nanos < STANDS_STILL_NANOS) {
      return OptionalDouble.empty();
    }
    counts.put(link, new Count(sentBytes, nowNanos));
    double carried = ours.getOrDefault(link, 0.0);
    ours.put(link, 0.0);
    if (before == null || sentBytes < before.sentBytes) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Math.max(0, sentBytes - before.sentBytes - carried) * NANOS / (nowNanos - before.nanos));
  }
}
