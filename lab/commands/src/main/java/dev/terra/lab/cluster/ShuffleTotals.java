package dev.terra.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;

/** The shuffle handlers' counters, summed over nodes, in bytes of segments. */
public record ShuffleTotals(long relayedBytes, long stockBytes, long bypassedBytes, long fallbacks) {
  public static final ShuffleTotals NONE = new ShuffleTotals(0, 0, 0, 0);

  public static ShuffleTotals of(JsonNode counters) {
    return new ShuffleTotals(counters.path("relayedBytes").asLong(), counters.path("stockBytes").asLong(),
        counters.path("bypassedBytes").asLong(), counters.path("fallbacks").asLong());
  }

  /**
   * Returns these totals with the bytes that the jobs counted. Bytes that jobs have read across sites, and that no
   * handler has carried or bypassed, took the stock path.
   */
  public ShuffleTotals ofJobs(long crossSiteBytes) {
    return new ShuffleTotals(relayedBytes, Math.max(stockBytes, crossSiteBytes - relayedBytes - bypassedBytes), bypassedBytes, fallbacks);
  }

  public ShuffleTotals plus(ShuffleTotals other) {
    return new ShuffleTotals(relayedBytes + other.relayedBytes, stockBytes + other.stockBytes,
        bypassedBytes + other.bypassedBytes, fallbacks + other.fallbacks);
  }

  public ShuffleTotals minus(ShuffleTotals other) {
    return new ShuffleTotals(relayedBytes - other.relayedBytes, stockBytes - other.stockBytes,
        bypassedBytes - other.bypassedBytes, fallbacks - other.fallbacks);
  }
}
