package dev.terra.agent.send;

import dev.terra.core.shuffle.BundleId;

/**
 * The identity of a segment that is sent: its bundle and a number that no other segment of this agent has.
 *
 * @param number the number by which chunks and acknowledgements name the segment
 */
record OutSegmentId(BundleId bundle, long number) {}
