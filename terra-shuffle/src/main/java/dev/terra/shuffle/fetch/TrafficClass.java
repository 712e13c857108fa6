package dev.terra.shuffle.fetch;

import dev.terra.node.count.ShuffleCounts.Count;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The class under which the bytes of a response of the stock handler are counted. */
public enum TrafficClass {
  /** Not at all: the client's site is unknown. */
  UNKNOWN(null),
  /** Inside the site. */
  LOCAL(Count.LOCAL_BYTES),
  /** Across sites, of a job that has too little there to be worth it. */
  SMALL(Count.BYPASSED_BYTES),
  /** Across sites, not possible for that client, or not wanted for its job. */
  BYPASSED(Count.BYPASSED_BYTES),
  /** Across sites, though Terra might have carried it. */
  STOCK(Count.STOCK_BYTES);

  private final @Nullable Count count;

  TrafficClass(@Nullable Count count) {
    this.count = count;
  }

  /** Whether the client is at another site. */
  public boolean crossesSites() {
    return this == SMALL || this == BYPASSED || this == STOCK;
  }

  /** The counter, if there is one. */
  public Optional<Count> count() {
    return Optional.ofNullable(count);
  }
}
