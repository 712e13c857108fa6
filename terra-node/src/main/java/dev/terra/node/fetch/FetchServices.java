package dev.terra.node.fetch;

import dev.terra.node.agent.AgentLinks;
import io.netty.buffer.ByteBufAllocator;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What all fetches share.
 *
 * @param agents the site's
 * @param patience with an agent
 * @param agentReturn an agent that has ended is waited for so long: where something watches over it, it is started again at once
 * @param allocator of the buffers into which connections are read
 * @param nanoClock monotonic, ns
 */
public record FetchServices(AgentLinks agents, Patience patience, Duration agentReturn, ByteBufAllocator allocator,
    LongSupplier nanoClock) {}
