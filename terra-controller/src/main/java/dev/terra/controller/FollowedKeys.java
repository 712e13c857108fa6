package dev.terra.controller;

import dev.terra.controller.core.queue.UncompressedJobs;
import dev.terra.core.latency.LatencyClasses;

/** The keys that a running controller takes from its configuration file whenever they change. */
public record FollowedKeys(LatencyClasses classes, UncompressedJobs uncompressed) {}
