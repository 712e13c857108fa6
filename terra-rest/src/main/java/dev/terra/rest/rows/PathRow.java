package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** A path between two sites. */
@Doc("A path between two sites.")
public record PathRow(
    @Doc("The path's id, such as NY:LA:BA.") String id,
    @Doc("The sites of the path.") List<String> path,
    @Doc("The latency in one direction.") double latencyMillis,
    @Doc("The least capacity of its links, IP bytes/s.") double bottleneckBytesPerSecond,
    @Doc("Whether the path is in use, and so has a tunnel.") boolean planned,
    @Doc("Whether an operator has forbidden the path.") boolean forbidden,
    @Doc(value = "The path's state: up if all of its links are up.", oneOf = {"up", "down", "unknown"}) String state) {}
