package dev.terra.history.rest;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The extent of the history. */
@Doc("What is kept of the controller's past.")
public record HistoryRow(
    @Doc("Whether any is.") boolean enabled,
    @Doc(value = "When it begins; null if there is nothing yet.", nullable = true) @Nullable Instant oldestAt,
    @Doc(value = "When it ends.", nullable = true) @Nullable Instant newestAt,
    @Doc("What its file holds.") long bytes,
    @Doc("What it may hold; then what is oldest goes.") long maxBytes,
    @Doc("Events that were gone before they could be written.") long lostEvents,
    @Doc("Writes that failed.") long failedWrites) {}
