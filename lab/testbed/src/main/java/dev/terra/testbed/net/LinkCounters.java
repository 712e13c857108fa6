package dev.terra.testbed.net;

import dev.terra.core.wan.LinkId;

/**
 * The counters of one direction of a link since it came up.
 *
 * @param link the directed link
 * @param ipBytes IP bytes carried to the other end, at 1,500-byte packets
 * @param packets frames carried; an offload frame counts once
 * @param drops frames lost: queue full, link cut
 */
public record LinkCounters(LinkId link, long ipBytes, long packets, long drops) {}
