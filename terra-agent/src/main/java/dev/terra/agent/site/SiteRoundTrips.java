package dev.terra.agent.site;

import dev.terra.core.wan.Path;

/**
 * Round trips to another site, ns, as tunnels to it measure them.
 *
 * @param stock the path that the stock path is taken for: fewest links, then least round trip
 * @param stockNanos its round trip now, above 0
 * @param stockLeastNanos its least round trip of late, above 0
 * @param leastNanos the round trip of the tunnel that has the least now, above 0
 */
public record SiteRoundTrips(Path stock, long stockNanos, long stockLeastNanos, long leastNanos) {}
