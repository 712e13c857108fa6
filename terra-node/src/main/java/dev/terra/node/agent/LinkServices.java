package dev.terra.node.agent;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.Participation;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What all links to agents share.
 *
 * @param registry the map outputs to announce
 * @param counts sent with each heartbeat
 * @param loop one thread, the network client's and owner of all links' state: a heartbeat and its answer wake nobody else
 * @param nanoClock monotonic, ns
 * @param random for jitter
 * @param participation which jobs' shuffles may go through Terra; of the others agents are only told
 */
public record LinkServices(OutputRegistry registry, ShuffleCounts counts, EventLoop loop, LongSupplier nanoClock, RandomGenerator random,
    Participation participation) {}
