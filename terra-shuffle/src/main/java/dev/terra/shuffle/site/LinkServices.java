package dev.terra.shuffle.site;

import dev.terra.shuffle.count.ShuffleCounts;
import dev.terra.shuffle.output.OutputRegistry;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What all links to agents share.
 *
 * @param registry the map outputs to announce
 * @param counts sent with each heartbeat
 * @param executor one thread, owner of all links' state
 * @param transport the threads of the network client
 * @param nanoClock monotonic, ns
 * @param random for jitter
 */
public record LinkServices(OutputRegistry registry, ShuffleCounts counts,
    ScheduledExecutorService executor, EventLoopGroup transport, LongSupplier nanoClock, RandomGenerator random) {}
