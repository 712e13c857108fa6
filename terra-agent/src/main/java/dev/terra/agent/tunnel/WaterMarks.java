package dev.terra.agent.tunnel;

import io.netty.channel.WriteBufferWaterMark;

/** The amounts of bytes that may wait in the write buffer of a hop's connection. */
final class WaterMarks {
  /** Marks with room for two of the largest chunks, so that a probe or an acknowledgement behind these is sent soon. */
  static final WriteBufferWaterMark LARGEST = new WriteBufferWaterMark(128 << 10, 512 << 10);
  /**
   * The marks of a pipe to the next hop. The socket's own buffer holds what the link needs, so this buffer only has to cover delays of the
   * loop.
   */
  static final WriteBufferWaterMark PIPE = new WriteBufferWaterMark(8 << 10, 32 << 10);
  /** The high mark where chunks are small. A lower mark would leave room for control frames only. */
  private static final int LEAST_BYTES = 32 << 10;

  private WaterMarks() {}

  /** Returns the marks of a tunnel's first hop for a size of chunks. */
  static WriteBufferWaterMark ofChunks(int chunkBytes) {
    int high = Math.max(LEAST_BYTES, Math.min(LARGEST.high(), 2 * chunkBytes));
    return new WriteBufferWaterMark(high / 4, high);
  }
}
