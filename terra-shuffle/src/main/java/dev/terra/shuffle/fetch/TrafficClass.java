package dev.terra.shuffle.fetch;

import dev.terra.node.count.ShuffleCounts.Count;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The class under which the bytes of a response of the stock handler are counted. */
public enum TrafficClass {
  /** Bytes that are not counted: the client's site is unknown. */
  UNKNOWN(null),
  /** Bytes inside the site. */
  LOCAL(Count.LOCAL_BYTES),
  /** Bytes across sites, of a job that has too few bytes there to be worth it. */
  SMALL(Count.BYPASSED_BYTES),
  /** Bytes across sites that Terra cannot carry for this client, or must not carry for its job. */
  BYPASSED(Count.BYPASSED_BYTES),
  /** Bytes across sites that Terra might have carried. */
  STOCK(Count.STOCK_BYTES);

  private final @Nullable Count count;

  TrafficClass(@Nullable Count count) {
    this.count = count;
  }

  /** Returns whether the client is at another site. */
  public boolean crossesSites() {
    return this == SMALL || this == BYPASSED || this == STOCK;
  }

  /** Returns the counter of the class, if it has one. */
  public Optional<Count> count() {
    return Optional.ofNullable(count);
  }
}
