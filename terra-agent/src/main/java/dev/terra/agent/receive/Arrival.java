package dev.terra.agent.receive;

import dev.terra.core.range.ByteRanges.ByteRange;

/** Bytes of a segment that have arrived, none of which is stored yet. */
final class Arrival {
  private final InSegment segment;
  private final ByteRange range;
  private final byte[] data;
  private final int crc;

  /**
   * Creates an arrival.
   *
   * @param data the bytes, which are not copied and must not be changed
   * @param crc the checksum of the bytes
   */
  Arrival(InSegment segment, ByteRange range, byte[] data, int crc) {
    this.segment = segment;
    this.range = range;
    this.data = data;
    this.crc = crc;
  }

  InSegment segment() {
    return segment;
  }

  ByteRange range() {
    return range;
  }

  byte[] data() {
    return data;
  }

  int crc() {
    return crc;
  }
}
