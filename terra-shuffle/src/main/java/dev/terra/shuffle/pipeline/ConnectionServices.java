package dev.terra.shuffle.pipeline;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.offer.OfferDesk;
import dev.terra.shuffle.fetch.JobDirectory;
import dev.terra.shuffle.fetch.Router;
import dev.terra.shuffle.relay.Relays;
import java.util.concurrent.CompletableFuture;

/**
 * What all connections share.
 *
 * @param settled ends when requests can be routed: before, nobody knows of agents and sites
 */
public record ConnectionServices(int shufflePort, CompletableFuture<Void> settled, Router router, OfferDesk offers,
    JobDirectory jobs, Relays relays, ShuffleCounts counts) {}
