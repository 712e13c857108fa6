package dev.terra.shuffle.relay;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.count.ShuffleCounts;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.LongSupplier;

/** What all relays share; the clock is monotonic, ns. */
public record RelayServices(AgentLinks agents, ShuffleCounts counts, RelayLimits limits, ByteBufAllocator allocator,
    LongSupplier nanoClock) {}
