package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A latency class between two sites. */
@Doc("How well a latency class with a promise keeps it between two sites.")
public record ClassRow(
    @Doc("The two sites and the name of the class.") String id,
    @Doc("The site at which fetches are served.") String from,
    @Doc("The site of the readers.") String to,
    @Doc(value = "The class.", oneOf = {"interactive", "normal"}) String latencyClass,
    @Doc(value = "Whether the promise was kept in the last minute in which fetches were measured.", oneOf = {"kept", "missed", "unknown"})
        String state,
    @Doc("Since when the class has been in this state.") Instant since,
    @Doc("How many of 100 fetches have to keep the limit.") double percentile,
    @Doc("The size for which the limit holds; fetches n times as large may take n times as long.") long bytes,
    @Doc("The limit for the time of a fetch.") double limitMillis,
    @Doc(value = "The time within which that percentage of all fetches, of any size, ended since the handlers started.", nullable = true)
        @Nullable Double measuredMillis,
    @Doc("The share of the class's fetches that handlers admit now.") double admittedShare,
    @Doc("Fetches that were admitted to the class since the handlers started.") long admitted,
    @Doc("Fetches that were not admitted and went as bulk.") long downgraded,
    @Doc("Small fetches that went by tunnels, ahead of bulk.") long byTunnels,
    @Doc("Admitted fetches that were measured.") long measured,
    @Doc("Measured fetches that kept the limit.") long kept) {}
