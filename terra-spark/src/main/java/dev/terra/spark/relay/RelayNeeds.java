package dev.terra.spark.relay;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.fetch.FetchServices;
import dev.terra.node.site.StockGate;
import io.netty.channel.EventLoop;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * What relays use.
 *
 * @param loop owns their state and carries their bytes
 * @param fetches what fetches through agents share
 * @param service the name of this service on every node
 * @param queues receives the queue in which an application runs
 * @param gate whether the stock path is open to applications
 */
public record RelayNeeds(EventLoop loop, FetchServices fetches, ShuffleCounts counts, String service,
    BiConsumer<String, String> queues, StockGate gate) {
  LongSupplier nanoClock() {
    return fetches.nanoClock();
  }
}
