package dev.terra.controller;

import dev.terra.controller.core.queue.UncompressedJobs;
import dev.terra.core.latency.LatencyClasses;

/** What a running controller takes from its configuration whenever that changes. */
public record FollowedKeys(LatencyClasses classes, UncompressedJobs uncompressed) {}
