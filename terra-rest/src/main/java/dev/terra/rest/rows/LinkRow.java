package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One direction of a link. */
@Doc("One direction of a link as it is now.")
public record LinkRow(
    @Doc("The link's id, such as NY:LA.") String id,
    @Doc("The site where the link begins.") String from,
    @Doc("The site where the link ends.") String to,
    @Doc(value = "The link's state. Unknown: an agent at one of its ends is not connected, so there is no information since heardAt.",
        oneOf = {"up", "degraded", "down", "unknown"}) String state,
    @Doc("Whether an operator has taken the link out of use.") boolean drained,
    @Doc(value = "Why the link is not up.", nullable = true) @Nullable String reason,
    @Doc(value = "When the agents at both ends were connected last; null while they are, and if one never was.", nullable = true)
        @Nullable Instant heardAt,
    @Doc("Its capacity in the topology file, IP bytes/s.") double nominalBytesPerSecond,
    @Doc(value = "Its measured capacity, IP bytes/s.", nullable = true) @Nullable Double measuredBytesPerSecond,
    @Doc(value = "When the capacity was measured.", nullable = true) @Nullable Instant measuredAt,
    @Doc("The rates that the schedule gives to bundles on the link, payload bytes/s.") double allocatedBytesPerSecond,
    @Doc("The part of its plannable capacity that the schedule uses, 0 to 1.") double use,
    @Doc("What tunnels carried over the link in the last second or two, IP bytes/s.") double carriedBytesPerSecond,
    @Doc("The carried part of its measured capacity, or else of its nominal capacity: 0 to 1. It may exceed 1 if the link was never "
        + "measured.")
    double carriedShare,
    @Doc("The capacity that schedules leave to small fetches of latency classes, by measurements of these, IP bytes/s.")
        double leftBytesPerSecond) {}
