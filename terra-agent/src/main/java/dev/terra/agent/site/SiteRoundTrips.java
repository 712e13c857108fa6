package dev.terra.agent.site;

import dev.terra.core.wan.Path;

/**
 * Round trips to another site, ns, as the tunnel over the links of the stock path measures them.
 *
 * @param path of that tunnel: fewest links, then least round trip
 * @param nanos its round trip now, above 0
 * @param leastNanos its least round trip of late, above 0
 */
public record SiteRoundTrips(Path path, long nanos, long leastNanos) {}
