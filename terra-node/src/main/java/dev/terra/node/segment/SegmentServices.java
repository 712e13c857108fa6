package dev.terra.node.segment;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.count.ShuffleCounts;

/** The services that all connections to the segment endpoint share. */
public record SegmentServices(SegmentLookup segments, ShuffleCounts counts, AgentLinks agents) {}
