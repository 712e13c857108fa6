package dev.terra.agent.tunnel;

import io.netty.channel.WriteBufferWaterMark;

/** What may wait in the write buffer of a hop's connection. */
final class WaterMarks {
  /** Two of the largest chunks, so that a probe or an acknowledgement behind them is soon on its way. */
  static final WriteBufferWaterMark LARGEST = new WriteBufferWaterMark(128 << 10, 512 << 10);
  /** The marks of a pipe to the next hop: the socket's own buffer is what the link needs, and this only what its loop is late by. */
  static final WriteBufferWaterMark PIPE = new WriteBufferWaterMark(8 << 10, 32 << 10);
  /** The high mark where chunks are small; less would be for control alone. */
  private static final int LEAST_BYTES = 32 << 10;

  private WaterMarks() {}

  /** The marks of a tunnel's first hop, whose chunks are so large. */
  static WriteBufferWaterMark ofChunks(int chunkBytes) {
    int high = Math.max(LEAST_BYTES, Math.min(LARGEST.high(), 2 * chunkBytes));
    return new WriteBufferWaterMark(high / 4, high);
  }
}
