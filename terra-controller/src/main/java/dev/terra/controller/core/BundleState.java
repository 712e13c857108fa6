package dev.terra.controller.core;

/**
 * What is known of one bundle, bytes.
 *
 * @param expected of the reducers placed at the destination, and what went there for reducers that have moved on since
 * @param moved of the expected ones: for reducers that have moved on
 * @param acknowledged received at the destination
 * @param withdrawn gone another way
 * @param requestedOutstanding not yet received though a reducer waits
 */
record BundleState(long expected, long moved, long acknowledged, long withdrawn, long requestedOutstanding) {
  /** What is left to send. What reducers wait for is left, whatever the sums say. */
  long remaining() {
    return Math.max(Math.max(0, expected - acknowledged - withdrawn), requestedOutstanding);
  }
}
