package dev.terra.agent.send;

/**
 * The sums over the segments of a bundle, in bytes: known, acknowledged, withdrawn and requested. It is used on the agent's thread only.
 */
final class Accounts {
  private long knownBytes;
  private long ackedBytes;
  private long withdrawnBytes;
  private long requestedBytes;

  void add(OutSegment segment) {
    account(segment, 1);
  }

  void remove(OutSegment segment) {
    account(segment, -1);
  }

  /** Changes a segment and updates the sums accordingly. */
  void change(OutSegment segment, Runnable change) {
    account(segment, -1);
    change.run();
    account(segment, 1);
  }

  private void account(OutSegment segment, int sign) {
    knownBytes += sign * segment.partLength();
    ackedBytes += sign * segment.ackedBytes();
    withdrawnBytes += segment.withdrawn() ? sign * (segment.partLength() - segment.ackedBytes()) : 0;
    requestedBytes += sign * segment.requestedOutstanding();
  }

  long ackedBytes() {
    return ackedBytes;
  }

  /** Returns the bytes of withdrawn segments that were not acknowledged. */
  long withdrawnBytes() {
    return withdrawnBytes;
  }

  /** Returns the bytes that are still to be acknowledged, without those of withdrawn segments. */
  long outstandingBytes() {
    return knownBytes - ackedBytes - withdrawnBytes;
  }

  /** Returns the outstanding bytes that readers wait for. */
  long requestedBytes() {
    return requestedBytes;
  }
}
