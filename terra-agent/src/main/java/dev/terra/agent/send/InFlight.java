package dev.terra.agent.send;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.range.ByteRanges.ByteRange;

/** A chunk that was sent on a tunnel and not acknowledged yet. Compared by identity. */
final class InFlight {
  private final OutSegmentId segment;
  private final ByteRange range;
  private final int wireBytes;
  private final Urgency urgency;
  private final Tunnel tunnel;
  private final long sentNanos;

  /**
   * What of a segment goes.
   *
   * @param wireBytes how many bytes that are on the tunnel: fewer than the range has, if it is compressed
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

  /** Whether any of its bytes are in a range. */
  boolean touches(long from, long to) {
    return start() < to && from < end();
  }

  long length() {
    return range.length();
  }

  /** How many bytes it is on the tunnel. */
  int wireBytes() {
    return wireBytes;
  }

  /** How urgent it was when it was sent: one that was ahead was sent on credit. */
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
