package dev.terra.node.fetch;

import dev.terra.node.agent.AgentLinks;
import io.netty.buffer.ByteBufAllocator;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The services that all fetches share.
 *
 * @param agents the site's agents
 * @param patience how long an agent may be silent
 * @param agentReturn how long a fetch waits for an agent that has ended: where a supervisor watches over it, it is started again at once
 * @param allocator allocates the buffers into which connections are read
 * @param nanoClock monotonic, ns
 */
public record FetchServices(AgentLinks agents, Patience patience, Duration agentReturn, ByteBufAllocator allocator,
    LongSupplier nanoClock) {}
