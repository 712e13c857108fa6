package dev.terra.spark.relay;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.count.ShuffleCounts;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * What relays need.
 *
 * @param loop owns their state and carries their bytes
 * @param self from where agents are asked, where that matters
 * @param queues hears in which queue an application runs
 * @param nanoClock monotonic, ns
 */
public record RelayNeeds(EventLoop loop, AgentLinks agents, ShuffleCounts counts, Optional<InetAddress> self,
    BiConsumer<String, String> queues, LongSupplier nanoClock) {}
