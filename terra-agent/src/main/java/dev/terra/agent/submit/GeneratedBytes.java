package dev.terra.agent.submit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes that are generated from a seed. Any part of them can be generated without the bytes before it, so that a receiver can check parts
 * in any order. Each group of eight bytes, little-endian, is a mix of the seed and the number of the group (SplitMix64).
 */
public final class GeneratedBytes {
  private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long STEP = 0x9E3779B97F4A7C15L;
  private static final int WORD = Long.BYTES;

  private GeneratedBytes() {}

  private static long word(long seed, long number) {
    long z = seed + (number + 1) * STEP;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns bytes from an offset on. */
  public static byte[] of(long seed, long offset, int length) {
    byte[] bytes = new byte[length];
    int at = 0;
    while (at < length && (offset + at) % WORD != 0) {
      bytes[at] = at(seed, offset + at);
      at++;
    }
    long number = (offset + at) / WORD;
    for (; at + WORD <= length; at += WORD) {
      LONGS.set(bytes, at, word(seed, number++));
    }
    for (; at < length; at++) {
      bytes[at] = at(seed, offset + at);
    }
    return bytes;
  }

  /** Returns the byte at an offset. */
  static byte at(long seed, long offset) {
    return (byte) (word(seed, offset / WORD) >>> (offset % WORD * Byte.SIZE));
  }
}
