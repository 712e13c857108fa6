package dev.terra.agent.compress;

import io.netty.buffer.Unpooled;
import java.util.Random;

/** Makes compressed chunks, and bytes to make them of. */
public final class TestChunks {
  private TestChunks() {}

  /** Returns a compressed chunk of these bytes, which have to shrink. */
  public static CompressedChunk of(byte[] plain) {
    try (ChunkCompressor compressor = new ChunkCompressor()) {
      return compressor.compress(Unpooled.wrappedBuffer(plain), 1).orElseThrow();
    }
  }

  /** Returns bytes that shrink by about a half. */
  static byte[] shrinking(int length) {
    byte[] bytes = random(length);
    for (int i = 0; i < length; i++) {
      bytes[i] &= 0x0f;
    }
    return bytes;
  }

  /** Returns bytes that do not shrink. */
  static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
