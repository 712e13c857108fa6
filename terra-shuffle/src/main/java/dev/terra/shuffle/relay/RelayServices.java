package dev.terra.shuffle.relay;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.fetch.FetchServices;
import dev.terra.shuffle.tls.ShuffleTls;
import org.jspecify.annotations.Nullable;

/**
 * What all relays share.
 *
 * @param fetches what fetches through agents share
 * @param tls with origins, where the shuffle is encrypted
 */
public record RelayServices(FetchServices fetches, @Nullable ShuffleTls tls, ShuffleCounts counts, RelayLimits limits) {}
