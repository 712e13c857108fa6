package dev.terra.shuffle.segment;

import dev.terra.shuffle.count.ShuffleCounts;
import dev.terra.shuffle.fetch.JobDirectory;
import dev.terra.shuffle.site.AgentLinks;

/** What all connections to the segment endpoint share. */
public record SegmentServices(JobDirectory jobs, ShuffleCounts counts, AgentLinks agents, Segments segments) {}
