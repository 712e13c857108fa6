package dev.terra.agent.compress;

import io.netty.buffer.ByteBuf;

/**
 * The payload of a frame of type {@code COMPRESSED}, which stands for some plain bytes of a segment:
 *
 * <pre>
 *  0  CRC32C of the plain bytes, taken before they were compressed
 *  4  a frame of Zstandard, whose header holds the number of bytes it restores to, as the frame's header does
 *     a skippable frame of Zstandard, where the first would be shorter than a {@value #MOST_RATIO}th of the plain bytes
 * </pre>
 *
 * @param payload to be released
 * @param crc the checksum of the payload
 * @param plainBytes the number of bytes it restores to
 */
public record CompressedChunk(ByteBuf payload, int crc, int plainBytes) {
  /** The most plain bytes of a chunk. */
  public static final int MOST_PLAIN_BYTES = 256 << 10;
  /**
   * The greatest ratio of plain bytes to bytes of payload. With it, a read of 64 KiB from a socket restores to at most 4 MiB, as much as
   * may wait for the agent's thread.
   */
  static final int MOST_RATIO = 64;
  static final int HEAD_BYTES = Integer.BYTES;

  /** Returns the number of bytes of the payload. */
  public int wireBytes() {
    return payload.readableBytes();
  }

  /** Gives the payload's memory back. */
  public void release() {
    payload.release();
  }

  /** Returns the least number of bytes of a payload for so many plain bytes. */
  static int leastBytes(int plainBytes) {
    return HEAD_BYTES + (plainBytes + MOST_RATIO - 1) / MOST_RATIO;
  }
}
