package dev.terra.spark.relay;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.settings.NodeSettings.Place;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * What relays need.
 *
 * @param loop owns their state and carries their bytes
 * @param self what this service is called on every node, and from where agents are asked, where that matters
 * @param queues hears in which queue an application runs
 * @param nanoClock monotonic, ns
 */
public record RelayNeeds(EventLoop loop, AgentLinks agents, ShuffleCounts counts, Place self,
    BiConsumer<String, String> queues, LongSupplier nanoClock) {}
