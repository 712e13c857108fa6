package dev.terra.shuffle.pipeline;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.latency.ResponseClasses;
import dev.terra.node.offer.OfferDesk;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.site.StockGate;
import dev.terra.shuffle.fetch.Redirects;
import dev.terra.shuffle.fetch.Router;
import dev.terra.shuffle.relay.RelayServices;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * What all connections share.
 *
 * @param settled completes when requests can be routed; before that, agents and sites are not known
 * @param participates whether a job's fetches may be redirected; other fetches are only reported to the agent
 * @param classes the latency classes of responses to other sites
 * @param gate whether the stock path is open to readers at other sites
 */
public record ConnectionServices(int shufflePort, CompletableFuture<Void> settled, Router router, OfferDesk offers,
    Redirects redirects, RelayServices relays, ShuffleCounts counts, Predicate<ActiveJob> participates,
    ResponseClasses classes, StockGate gate) {}
