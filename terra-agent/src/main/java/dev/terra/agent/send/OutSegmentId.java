package dev.terra.agent.send;

/**
 * Which segment: its bundle, and its number, which no other segment of this agent has.
 *
 * @param number as chunks and acknowledgements name it
 */
record OutSegmentId(OutBundleId bundle, long number) {}
