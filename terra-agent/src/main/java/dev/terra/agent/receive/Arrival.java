package dev.terra.agent.receive;

import dev.terra.core.range.ByteRanges.ByteRange;

/** Bytes of a segment that have come, none of which is here. */
final class Arrival {
  private final InSegment segment;
  private final ByteRange range;
  private final byte[] data;
  private final int crc;

  /**
   * Bytes that have come.
   *
   * @param data not copied, not to be changed
   * @param crc their checksum
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
