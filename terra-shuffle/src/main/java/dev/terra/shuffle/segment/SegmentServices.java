package dev.terra.shuffle.segment;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.shuffle.fetch.JobDirectory;

/** What all connections to the segment endpoint share. */
public record SegmentServices(JobDirectory jobs, ShuffleCounts counts, AgentLinks agents, SegmentFiles segments) {}
