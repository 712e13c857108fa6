package dev.terra.agent.submit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes made from a seed: any part of them can be made without those before, so that a receiver can check what comes in any order.
 * Eight bytes at a time, little-endian, each a mix of the seed and their number (SplitMix64). Pure.
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

  /** The bytes from an offset on. */
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

  /** The byte at an offset. */
  static byte at(long seed, long offset) {
    return (byte) (word(seed, offset / WORD) >>> (offset % WORD * Byte.SIZE));
  }
}
