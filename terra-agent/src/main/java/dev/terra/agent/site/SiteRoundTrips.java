package dev.terra.agent.site;

import dev.terra.core.wan.Path;

/**
 * The round trips to another site, in nanoseconds, as the tunnel over the links of the stock path measures them.
 *
 * @param path the path of that tunnel, which has the fewest links and, of several, the shortest round trip
 * @param nanos the current round trip, above 0
 * @param leastNanos the least recent round trip, above 0
 */
public record SiteRoundTrips(Path path, long nanos, long leastNanos) {}
