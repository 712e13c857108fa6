package dev.terra.agent.send;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.range.ByteRanges.ByteRange;

/** A chunk that was sent on a tunnel and has not been acknowledged yet. Chunks are compared by identity. */
final class InFlight {
  private final OutSegmentId segment;
  private final ByteRange range;
  private final int wireBytes;
  private final Urgency urgency;
  private final Tunnel tunnel;
  private final long sentNanos;

  /**
   * The part of a segment that a chunk carries.
   *
   * @param wireBytes the chunk's bytes on the tunnel, which are fewer than the range's if the chunk is compressed
   */
  record Part(OutSegmentId segment, ByteRange range, int wireBytes) {}

  InFlight(Part part, Urgency urgency, Tunnel tunnel, long sentNanos) {
    this.segment = part.segment;
    this.range = part.range;
    this.wireBytes = part.wireBytes;
    this.urgency = urgency;
    this.tunnel = tunnel;
    this.sentNanos = sentNanos;
  }

  OutSegmentId segment() {
    return segment;
  }

  long start() {
    return range.start();
  }

  long end() {
    return range.end();
  }

  /** Returns whether any byte of the chunk is in a range. */
  boolean touches(long from, long to) {
    return start() < to && from < end();
  }

  long length() {
    return range.length();
  }

  /** Returns the chunk's bytes on the tunnel. */
  int wireBytes() {
    return wireBytes;
  }

  /** Returns the urgency that the chunk had when it was sent; a chunk with urgency {@code AHEAD} was sent on credit. */
  Urgency urgency() {
    return urgency;
  }

  Tunnel tunnel() {
    return tunnel;
  }

  long sentNanos() {
    return sentNanos;
  }
}
