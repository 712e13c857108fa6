package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bundle. */
@Doc("All data that one shuffle moves from one site to one other site.")
public record BundleRow(
    @Doc("The bundle's id, such as shuffle-7/NY:LA.") String id,
    @Doc("Its shuffle.") String shuffle,
    @Doc("The senders' site.") String from,
    @Doc("The receivers' site.") String to,
    @Doc(value = "Waiting: it has bytes left and no rate. Bypassed: it is too small for Terra so far. Failed: its shuffle has failed, and "
        + "these bytes have not arrived.", oneOf = {"sending", "waiting", "done", "bypassed", "failed"}) String state,
    @Doc("All bytes that are known to go to the receivers' site.") long expectedBytes,
    @Doc("Bytes that were received.") long doneBytes,
    @Doc("The received bytes as they were on links; fewer where chunks were compressed.") long wireBytes,
    @Doc("The time that agents' threads have spent on compressing its chunks.") double compressSeconds,
    @Doc("Bytes that take the stock path instead.") long withdrawnBytes,
    @Doc("Bytes that are left to send.") long leftBytes,
    @Doc("The left bytes as schedules count them on links, by the present ratio of compression.") long leftWireBytes,
    @Doc("The left bytes for which readers wait.") long requestedBytes,
    @Doc("The sum of its rates on all paths.") double bytesPerSecond,
    @Doc("Its rate on each path.") List<RateRow> rates,
    @Doc(value = "When it will be done if no bytes are added and no link changes; null if that is not known.", nullable = true)
        @Nullable Instant expectedFinishAt) {}
