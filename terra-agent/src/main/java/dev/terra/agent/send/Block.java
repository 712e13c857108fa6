package dev.terra.agent.send;

import dev.terra.agent.wire.Checksum;
import io.netty.buffer.ByteBuf;

/**
 * Bytes that were read from a handler or a file, on their way into chunks. Owns its buffer, parts of which chunks on their way
 * to the network keep alive; to be released once. On the agent's thread.
 */
final class Block {
  private final OutSegment segment;
  private final ByteBuf data;
  private final long start;
  private int sent;

  Block(OutSegment segment, long start, ByteBuf data) {
    this.segment = segment;
    this.start = start;
    this.data = data;
  }

  OutSegment segment() {
    return segment;
  }

  /** Offset in the segment of the first byte that has not been sent. */
  long position() {
    return start + sent;
  }

  long end() {
    return start + data.readableBytes();
  }

  int left() {
    return data.readableBytes() - sent;
  }

  /** How urgent its next byte is. */
  Urgency urgency() {
    return segment.urgency(position());
  }

  /** Whether it has bytes that are to be sent still. */
  boolean isNeeded() {
    return left() > 0 && !segment.withdrawn() && !segment.isAcked(position(), end());
  }

  /**
   * Bytes of a block and their checksum.
   *
   * @param bytes to be released
   */
  record Chunk(ByteBuf bytes, int crc) {}

  /** The next bytes; they count as sent. */
  Chunk cut(int length) {
    Chunk chunk = new Chunk(data.retainedSlice(data.readerIndex() + sent, length), Checksum.of(data, data.readerIndex() + sent, length));
    sent += length;
    return chunk;
  }

  void release() {
    data.release();
  }
}
