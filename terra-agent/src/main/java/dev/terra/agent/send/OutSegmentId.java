package dev.terra.agent.send;

import dev.terra.core.shuffle.BundleId;

/**
 * Which segment: its bundle, and its number, which no other segment of this agent has.
 *
 * @param number as chunks and acknowledgements name it
 */
record OutSegmentId(BundleId bundle, long number) {}
