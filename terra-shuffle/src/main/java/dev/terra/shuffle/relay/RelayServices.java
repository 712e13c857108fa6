package dev.terra.shuffle.relay;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.shuffle.tls.ShuffleTls;
import io.netty.buffer.ByteBufAllocator;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What all relays share; the clock is monotonic, ns.
 *
 * @param tls with origins, where the shuffle is encrypted
 */
public record RelayServices(AgentLinks agents, ShuffleCounts counts, RelayLimits limits, ByteBufAllocator allocator,
    LongSupplier nanoClock, Optional<ShuffleTls> tls) {}
