package dev.terra.shuffle.relay;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.fetch.FetchServices;
import dev.terra.node.limit.PeerShares;
import dev.terra.shuffle.tls.ShuffleTls;
import org.jspecify.annotations.Nullable;

/**
 * What all relays share.
 *
 * @param fetches what fetches through agents share
 * @param tls TLS with origins; null where the shuffle is not encrypted
 * @param active the current number of relays of each job
 */
public record RelayServices(FetchServices fetches, @Nullable ShuffleTls tls, ShuffleCounts counts, RelayLimits limits, PeerShares active) {
  /** The most relays that the buffers allow: see {@link DirectBuffers}. */
  static final int MAX_ACTIVE = 300;

  /** Makes services without any active relay. */
  public RelayServices(FetchServices fetches, @Nullable ShuffleTls tls, ShuffleCounts counts, RelayLimits limits) {
    this(fetches, tls, counts, limits, PeerShares.of(MAX_ACTIVE));
  }
}
