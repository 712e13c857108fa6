package dev.terra.controller.core.capacity;

import dev.terra.core.wan.LinkId;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How much others send over links: what the ports to them count, less what tunnels carry. Counters are looked at more often than they are
 * counted, so that an unchanged number says nothing for a while. Rates are IP bytes/s. On the controller's thread.
 */
final class PortRates {
  /** ONOS asks its switches every five seconds: a counter that stands for two of these stands still. */
  private static final long STANDS_STILL_NANOS = 10_000_000_000L;
  private static final double NANOS = 1e9;

  private final Map<LinkId, Count> counts = new HashMap<>();
  private final Map<LinkId, Double> ours = new HashMap<>();

  private record Count(long sentBytes, long nanos) {}

  /** Tunnels have carried so many bytes over a link. */
  void carried(LinkId link, double bytes) {
    if (counts.containsKey(link)) {
      ours.merge(link, bytes, Double::sum);
    }
  }

  /** What others have sent per second since the port was counted last; empty: it was not counted anew, or not before. */
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
