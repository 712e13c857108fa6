package dev.terra.history.rest;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The extent of the history. */
@Doc("The history that the controller keeps.")
public record HistoryRow(
    @Doc("Whether the controller keeps a history.") boolean enabled,
    @Doc(value = "The time of the oldest entry; null if there is none yet.", nullable = true) @Nullable Instant oldestAt,
    @Doc(value = "The time of the newest entry; null if there is none yet.", nullable = true) @Nullable Instant newestAt,
    @Doc("The size of the history's file.") long bytes,
    @Doc("The largest size of the file; beyond it, the oldest entries are deleted.") long maxBytes,
    @Doc("Events that were lost because the controller discarded them before they could be written.") long lostEvents,
    @Doc("Writes that failed.") long failedWrites) {}
