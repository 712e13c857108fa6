package dev.terra.agent.send;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;

/** Bytes that were read from a handler, on their way into chunks. On the agent's thread. */
final class Block {
  private final OutSegment segment;
  private final byte[] data;
  private final long start;
  private int sent;

  Block(OutSegment segment, long start, byte[] data) {
    this.segment = segment;
    this.start = start;
    this.data = data;
  }

  OutSegment segment() {
    return segment;
  }

  byte[] data() {
    return data;
  }

  /** Offset in the segment of the first byte that has not been sent. */
  long position() {
    return start + sent;
  }

  long end() {
    return start + data.length;
  }

  int left() {
    return data.length - sent;
  }

  /** The next bytes and their checksum; they count as sent. */
  Tunnel.Slice cut(int length) {
    Tunnel.Slice slice = new Tunnel.Slice(sent, length, Checksum.of(data, sent, length));
    segment.read(position(), data, slice);
    sent += length;
    return slice;
  }

  void skip(int length) {
    sent += length;
  }
}
