package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A latency class between two sites. */
@Doc("How a latency class with a promise does between two sites.")
public record ClassRow(
    @Doc("Its sites and its name.") String id,
    @Doc("Where fetches are served.") String from,
    @Doc("Where their readers are.") String to,
    @Doc(value = "The class.", oneOf = {"interactive", "normal"}) String latencyClass,
    @Doc(value = "Whether its promise was kept in the last minute in which fetches were measured.", oneOf = {"kept", "missed", "unknown"})
        String state,
    @Doc("Since when that is so.") Instant since,
    @Doc("How many of 100 fetches are to keep the limit.") double percentile,
    @Doc("The size for which the limit holds; fetches n times as large may take n times as long.") long bytes,
    @Doc("The limit.") double limitMillis,
    @Doc(value = "What so many of 100 fetches took at most, of any size, since the handlers started.", nullable = true)
        @Nullable Double measuredMillis,
    @Doc("The share of its fetches that is admitted now.") double admittedShare,
    @Doc("Fetches that had the class, since the handlers started.") long admitted,
    @Doc("Fetches that were not admitted and went as bulk.") long downgraded,
    @Doc("Small fetches that went by tunnels, ahead of bulk.") long byTunnels,
    @Doc("Admitted fetches that were measured.") long measured,
    @Doc("Of these the ones that kept the limit.") long kept) {}
