package dev.terra.core.shares;

/**
 * A rate that is divided together with a cache, such as bytes per second over the WAN, or reads per second of a disk.
 *
 * @param name the resource's name
 * @param isSparedByHits true if reads that hit the cache take less of the rate; then the rate may be traded for cache
 */
public record RateResource(String name, boolean isSparedByHits) {}
