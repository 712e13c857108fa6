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
 * @param tls with origins, where the shuffle is encrypted
 * @param active how many relays the jobs have now
 */
public record RelayServices(FetchServices fetches, @Nullable ShuffleTls tls, ShuffleCounts counts, RelayLimits limits, PeerShares active) {
  /** What the buffers of relays allow: see {@link DirectBuffers}. */
  static final int MAX_ACTIVE = 300;

  /** No relay has begun. */
  public RelayServices(FetchServices fetches, @Nullable ShuffleTls tls, ShuffleCounts counts, RelayLimits limits) {
    this(fetches, tls, counts, limits, PeerShares.of(MAX_ACTIVE));
  }
}
