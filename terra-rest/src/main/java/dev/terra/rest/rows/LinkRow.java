package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One direction of a link. */
@Doc("One direction of a link as it is now.")
public record LinkRow(
    @Doc("Such as NY:LA.") String id,
    @Doc("Where it begins.") String from,
    @Doc("Where it ends.") String to,
    @Doc(value = "Unknown: an agent at an end of it is not there, so nothing is known since heardAt.",
        oneOf = {"up", "degraded", "down", "unknown"}) String state,
    @Doc("Whether an operator has taken it out of use.") boolean drained,
    @Doc(value = "Why it is not up.", nullable = true) @Nullable String reason,
    @Doc(value = "When anything was heard of it last; null while it is heard, and if it never was.", nullable = true)
        @Nullable Instant heardAt,
    @Doc("Its capacity as the topology has it, IP bytes/s.") double nominalBytesPerSecond,
    @Doc(value = "Its capacity as it was found to be, IP bytes/s.", nullable = true) @Nullable Double measuredBytesPerSecond,
    @Doc(value = "When it was found to be so.", nullable = true) @Nullable Instant measuredAt,
    @Doc("What the schedule takes of it, payload bytes/s.") double allocatedBytesPerSecond,
    @Doc("What the schedule takes of what may be planned on it, 0 to 1.") double use,
    @Doc("What tunnels bring over it, IP bytes/s, in the last second or two.") double carriedBytesPerSecond,
    @Doc("That, of what it was found to carry, or of its nominal capacity: 0 to 1, and some more where it was never measured.")
    double carriedShare,
    @Doc("What plans leave of it to small fetches of latency classes, as these were measured, IP bytes/s.") double leftBytesPerSecond) {}
