package dev.terra.controller.core;

/**
 * What is known of one bundle, bytes.
 *
 * @param expected of the reducers placed at the destination, and what went there for reducers that have moved on since
 * @param moved of the expected ones: for reducers that have moved on
 * @param acknowledged received at the destination
 * @param withdrawn gone another way
 * @param requestedOutstanding not yet received though a reducer waits
 * @param bypassed whether it is too small for Terra so far: its sender sends nothing of it
 */
record BundleState(long expected, long moved, long acknowledged, long withdrawn, long requestedOutstanding, boolean bypassed) {
  /** What Terra carries of it, has carried or is to. */
  long carried() {
    return bypassed ? acknowledged : Math.max(0, expected - withdrawn);
  }

  /** What is left to send through Terra. What reducers wait for is left, whatever the sums say. */
  long remaining() {
    return Math.max(bypassed ? 0 : Math.max(0, expected - acknowledged - withdrawn), requestedOutstanding);
  }
}
