package dev.terra.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;

/** The shuffle handlers' counters, summed over nodes. Bytes of segments. */
public record ShuffleTotals(long relayedBytes, long stockBytes, long bypassedBytes, long fallbacks) {
  public static final ShuffleTotals NONE = new ShuffleTotals(0, 0, 0, 0);

  public static ShuffleTotals of(JsonNode counters) {
    return new ShuffleTotals(counters.path("relayedBytes").asLong(), counters.path("stockBytes").asLong(),
        counters.path("bypassedBytes").asLong(), counters.path("fallbacks").asLong());
  }

  /** What jobs count that they read across sites, and no handler has carried or let pass, took the stock path too. */
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
