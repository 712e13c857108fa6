package dev.terra.history.rest;

import dev.terra.history.store.StoredCost;
import dev.terra.rest.api.Doc;
import java.time.Instant;

/** Bytes that took a path which the present residency of their queue does not allow. */
@Doc("Bytes of a shuffle that took a path which the current residency rule of its queue excludes.")
public record CrossingRow(
    @Doc("When the shuffle ended; the current time if it is running.") Instant at,
    @Doc("Its id.") String shuffle,
    @Doc("Its job.") String job,
    @Doc("The queue that has the rule.") String queue,
    @Doc("The path, such as A:C:B.") String path,
    @Doc("Data on the path in bytes, as agents counted it.") long bytes) {
  static CrossingRow of(StoredCost row) {
    return new CrossingRow(Instant.ofEpochMilli(row.endMillis()), row.shuffle(), row.job(), row.queue().orElse(""),
        row.cost().path().toString(), row.cost().bytes());
  }
}
