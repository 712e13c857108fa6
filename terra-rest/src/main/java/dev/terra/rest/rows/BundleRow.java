package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bundle. */
@Doc("All transfers of one shuffle from one site to one other.")
public record BundleRow(
    @Doc("Such as shuffle-7/NY:LA.") String id,
    @Doc("Its shuffle.") String shuffle,
    @Doc("The senders' site.") String from,
    @Doc("The receivers' site.") String to,
    @Doc(value = "Waiting: it has bytes left and no rate. Bypassed: it is too small for Terra so far. Failed: its shuffle has failed, and "
        + "these bytes have not arrived.", oneOf = {"sending", "waiting", "done", "bypassed", "failed"}) String state,
    @Doc("All that is known to go there.") long expectedBytes,
    @Doc("Received.") long doneBytes,
    @Doc("What those were on links: fewer where chunks went compressed.") long wireBytes,
    @Doc("For how long threads have compressed its chunks.") double compressSeconds,
    @Doc("Gone another way.") long withdrawnBytes,
    @Doc("Left to send.") long leftBytes,
    @Doc("As how many bytes on links that is planned, by what chunks shrink now.") long leftWireBytes,
    @Doc("Of which a reader waits.") long requestedBytes,
    @Doc("On all paths together.") double bytesPerSecond,
    @Doc("By path.") List<RateRow> rates,
    @Doc(value = "When it is done, if nothing else comes and no link changes; null if that is not known.", nullable = true)
        @Nullable Instant expectedFinishAt) {}
