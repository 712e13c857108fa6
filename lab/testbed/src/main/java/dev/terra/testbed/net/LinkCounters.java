package dev.terra.testbed.net;

import dev.terra.core.wan.LinkId;

/**
 * What one direction of a link has done since it came up.
 *
 * @param link which
 * @param ipBytes IP bytes carried to the other end, at 1,500-byte packets
 * @param packets frames carried; an offload frame counts once
 * @param drops frames lost: queue full, link cut
 */
public record LinkCounters(LinkId link, long ipBytes, long packets, long drops) {}
