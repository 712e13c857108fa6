package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** A path between two sites. */
@Doc("A path between two sites.")
public record PathRow(
    @Doc("Such as NY:LA:BA.") String id,
    @Doc("Its sites.") List<String> path,
    @Doc("One way.") double latencyMillis,
    @Doc("The least capacity of its links, IP bytes/s.") double bottleneckBytesPerSecond,
    @Doc("Whether it is in use: it has a tunnel.") boolean planned,
    @Doc("Whether an operator forbids it.") boolean forbidden,
    @Doc(value = "Whether all of its links are up.", oneOf = {"up", "down", "unknown"}) String state) {}
