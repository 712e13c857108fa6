package dev.terra.agent.send;

/** What a bundle's segments add up to, in bytes: known, acknowledged, gone another way, waited for. On the agent's thread. */
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

  /** Changes a segment and keeps the accounts right. */
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

  /** The bytes that went another way and were not acknowledged. */
  long withdrawnBytes() {
    return withdrawnBytes;
  }

  /** Still to go. */
  long outstandingBytes() {
    return knownBytes - ackedBytes - withdrawnBytes;
  }

  /** The outstanding bytes that readers wait for. */
  long requestedBytes() {
    return requestedBytes;
  }
}
