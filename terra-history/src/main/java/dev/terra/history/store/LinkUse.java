package dev.terra.history.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * All links over a stretch of time, in the order of the names that they are stored with.
 *
 * @param atMillis its beginning, since 1970
 * @param spanMillis how long it is
 * @param allocated bytes/s that schedules gave them, on average
 * @param capacity bytes/s that they could carry, on average of the time in which they were up
 * @param down the share of the time in which they were down, 0 to 1
 * @param unknown the share of the time without reports of them, 0 to 1
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of them are read and written, compared by tests only
public record LinkUse(long atMillis, int spanMillis, float[] allocated, float[] capacity, float[] down, float[] unknown) {
  /** Shares are kept in this many steps, in one byte. */
  private static final float STEPS = 255;
  private static final int BYTES_PER_LINK = 2 * Float.BYTES + 2;

  /** How many links there are. */
  public int links() {
    return allocated.length;
  }

  /** This stretch and one that follows it, as one; what is between them, as when no controller ran, counts for nothing. */
  public LinkUse and(LinkUse later) {
    LinkUse sum = new LinkUse(atMillis, spanMillis + later.spanMillis, new float[links()], new float[links()], new float[links()],
        new float[links()]);
    for (int link = 0; link < links(); link++) {
      sum.allocated[link] = mean(later, allocated[link], later.allocated[link]);
      sum.down[link] = mean(later, down[link], later.down[link]);
      sum.unknown[link] = mean(later, unknown[link], later.unknown[link]);
      double up = spanMillis * (1.0 - down[link]);
      double laterUp = later.spanMillis * (1.0 - later.down[link]);
      sum.capacity[link] = up + laterUp > 0
          ? (float) ((capacity[link] * up + later.capacity[link] * laterUp) / (up + laterUp)) : later.capacity[link];
    }
    return sum;
  }

  private float mean(LinkUse later, float own, float others) {
    return (float) (((double) own * spanMillis + (double) others * later.spanMillis) / (spanMillis + later.spanMillis));
  }

  /** Figures of a kind after figures of a kind, which deflates to a fraction: most links are as they were beside one another. */
  byte[] encode() {
    ByteBuffer plain = ByteBuffer.allocate(links() * BYTES_PER_LINK);
    for (float value : allocated) {
      plain.putFloat(value);
    }
    for (float value : capacity) {
      plain.putFloat(value);
    }
    putShares(plain, down);
    putShares(plain, unknown);
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(plain.array());
      deflater.finish();
      byte[] packed = new byte[plain.capacity() + 64 + plain.capacity() / 1000];
      return Arrays.copyOf(packed, deflater.deflate(packed));
    } finally {
      deflater.end();
    }
  }

  private static void putShares(ByteBuffer plain, float[] shares) {
    for (float share : shares) {
      plain.put((byte) Math.round(share * STEPS));
    }
  }

  /**
   * What was encoded.
   *
   * @throws IllegalArgumentException if it is not that
   */
  static LinkUse decode(long atMillis, int spanMillis, int links, byte[] packed) {
    if (packed == null || spanMillis <= 0) {
      throw new IllegalArgumentException("no figures of links over a time");
    }
    byte[] plain = new byte[links * BYTES_PER_LINK];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed);
      if (inflater.inflate(plain) != plain.length || inflater.inflate(new byte[1]) != 0) {
        throw new IllegalArgumentException("expected figures of " + links + " links");
      }
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("figures of links that cannot be read", e);
    } finally {
      inflater.end();
    }
    ByteBuffer buffer = ByteBuffer.wrap(plain);
    return new LinkUse(atMillis, spanMillis, floats(buffer, links), floats(buffer, links), shares(buffer, links), shares(buffer, links));
  }

  private static float[] floats(ByteBuffer buffer, int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = buffer.getFloat();
    }
    return values;
  }

  private static float[] shares(ByteBuffer buffer, int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (buffer.get() & 0xff) / STEPS;
    }
    return values;
  }
}
