package dev.terra.agent.link;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The bytes that have crossed all open connections with a neighbour. Both ends count the same connections, so that the bytes that one end
 * has written and the other has not read are on their way. It may be used from any thread.
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

  /** Creates sums without connections. The nanoseconds are those of a monotonic clock. */
  LinkBytes(LongSupplier nanos) {
    this.nanos = nanos;
    changedNanos = nanos.getAsLong();
    sharedNanos = changedNanos;
  }

  /** Records that a connection takes no more bytes than it has been given, or takes more again. */
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

  /** Returns the share of the time since the last call for which at least one connection took no more bytes: 0 to 1. */
  synchronized double takeBlockedShare() {
    long now = pass();
    double share = now == sharedNanos ? 0 : (double) blockedNanos / (now - sharedNanos);
    blockedNanos = 0;
    sharedNanos = now;
    return share;
  }

  /** Adds a connection, with the bytes that it has carried so far. */
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

  /** Removes a connection that has ended, with all bytes that it has carried. */
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
