package dev.terra.agent.link;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What has gone over all connections with a neighbour that are open now. Both ends count the same connections, so that what one has
 * written and the other not read is on its way. May be used from any thread.
 */
final class LinkBytes {
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicInteger connections = new AtomicInteger();

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
