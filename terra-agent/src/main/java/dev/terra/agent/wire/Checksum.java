package dev.terra.agent.wire;

import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32C;

/**
 * CRC32C, the checksum of all bytes that Terra moves, and its combination: the checksum of two consecutive runs of bytes follows from both
 * checksums and the length of the second run. A CRC is linear over GF(2), so appending zero bytes to a run multiplies its checksum by a
 * matrix of bits. The matrices for all powers of two are kept.
 */
public final class Checksum {
  private static final int POLYNOMIAL = 0x82F63B78;
  private static final int BITS = 32;
  /** The matrices by k: the k-th one is the effect of 2^k zero bytes on a checksum; each column is the image of one bit. */
  private static final int[][] ZEROS = zeros();

  private Checksum() {}

  /** Returns the checksum of a part of an array. */
  public static int of(byte[] bytes, int start, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, start, length);
    return (int) crc.getValue();
  }

  /** Returns the checksum of a whole array. */
  public static int of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** Returns the checksum of a part of a buffer, whose indexes do not change. */
  public static int of(ByteBuf buffer, int start, int length) {
    CRC32C crc = new CRC32C();
    if (buffer.hasArray()) {
      crc.update(buffer.array(), buffer.arrayOffset() + start, length);
    } else {
      for (java.nio.ByteBuffer part : buffer.nioBuffers(start, length)) {
        crc.update(part);
      }
    }
    return (int) crc.getValue();
  }

  /** Returns the checksum of two consecutive runs of bytes from the checksum of each; the second run has so many bytes, 0 or more. */
  public static int combine(int first, int second, long secondLength) {
    int shifted = first;
    for (long left = secondLength; left != 0; left &= left - 1) {
      shifted = times(ZEROS[Long.numberOfTrailingZeros(left)], shifted);
    }
    return shifted ^ second;
  }

  private static int times(int[] matrix, int vector) {
    int product = 0;
    for (int left = vector; left != 0; left &= left - 1) {
      product ^= matrix[Integer.numberOfTrailingZeros(left)];
    }
    return product;
  }

  private static int[][] zeros() {
    int[][] powers = new int[Long.SIZE - 1][];
    int[] oneBit = new int[BITS];
    oneBit[0] = POLYNOMIAL;
    for (int bit = 1; bit < BITS; bit++) {
      oneBit[bit] = 1 << (bit - 1);
    }
    powers[0] = squared(squared(squared(oneBit)));
    for (int k = 1; k < powers.length; k++) {
      powers[k] = squared(powers[k - 1]);
    }
    return powers;
  }

  private static int[] squared(int[] matrix) {
    int[] square = new int[BITS];
    for (int bit = 0; bit < BITS; bit++) {
      square[bit] = times(matrix, matrix[bit]);
    }
    return square;
  }
}
