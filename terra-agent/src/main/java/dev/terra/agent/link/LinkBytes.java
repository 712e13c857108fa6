package dev.terra.agent.link;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What has gone over all connections with a neighbour that are open now. Both ends count the same connections, so that what one has
 * written and the other not read is on its way. May be used from any thread.
 */
final class LinkBytes {
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicInteger connections = new AtomicInteger();
  private final LongSupplier nanos;
  private int blocked;
  private long blockedNanos;
  private long changedNanos;
  private long sharedNanos;

  /** No connection is open; nanoseconds are of a monotonic clock. */
  LinkBytes(LongSupplier nanos) {
    this.nanos = nanos;
    changedNanos = nanos.getAsLong();
    sharedNanos = changedNanos;
  }

  /** A connection takes no more than it has been given, or takes more again. */
  synchronized void block(boolean isBlocked) {
    pass();
    blocked += isBlocked ? 1 : -1;
  }

  private long pass() {
    long now = nanos.getAsLong();
    blockedNanos += blocked > 0 ? now - changedNanos : 0;
    changedNanos = now;
    return now;
  }

  /** For how much of the time since the last call some connection took no more: 0 to 1. */
  synchronized double takeBlockedShare() {
    long now = pass();
    double share = now == sharedNanos ? 0 : (double) blockedNanos / (now - sharedNanos);
    blockedNanos = 0;
    sharedNanos = now;
    return share;
  }

  /** A connection that has carried so much belongs to the link. */
  void opened(long readBytes, long writtenBytes) {
    connections.incrementAndGet();
    count(readBytes, writtenBytes);
  }

  void count(long readBytes, long writtenBytes) {
    if (readBytes > 0) {
      read.addAndGet(readBytes);
    }
    if (writtenBytes > 0) {
      written.addAndGet(writtenBytes);
    }
  }

  /** A connection that has carried so much in all is no more. */
  void closed(long readBytes, long writtenBytes) {
    connections.decrementAndGet();
    read.addAndGet(-readBytes);
    written.addAndGet(-writtenBytes);
  }

  long read() {
    return read.get();
  }

  long written() {
    return written.get();
  }

  int connections() {
    return connections.get();
  }
}
