package dev.terra.core.shares;

/**
 * A rate that is divided beside the cache: bytes a second over the WAN, reads a second of a disk.
 *
 * @param name its name
 * @param isSparedByHits whether reads that hit the cache take less of it; then it may be traded for cache
 */
public record RateResource(String name, boolean isSparedByHits) {}
