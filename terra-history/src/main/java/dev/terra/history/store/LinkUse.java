package dev.terra.history.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The use of all links over a stretch of time. The links are in the order of the names that are stored with it.
 *
 * @param atMillis the beginning of the stretch, in milliseconds since 1970
 * @param spanMillis the length of the stretch
 * @param allocated the average rate in bytes/s that schedules gave on each link
 * @param capacity the average capacity in bytes/s of each link while it was up
 * @param down the share of the time in which each link was down, 0 to 1
 * @param unknown the share of the time without reports of each link, 0 to 1
 */
@SuppressWarnings("ArrayRecordComponent") // thousands are read and written, and only tests compare them
public record LinkUse(long atMillis, int spanMillis, float[] allocated, float[] capacity, float[] down, float[] unknown) {
  /** The number of steps in which a share is stored, in one byte. */
  private static final float STEPS = 255;
  private static final int BYTES_PER_LINK = 2 * Float.BYTES + 2;

  /** Returns the number of links. */
  public int links() {
    return allocated.length;
  }

  /** Returns this stretch and a later one as one. Time between them, as when no controller ran, does not count. */
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

  /** Encodes the figures kind by kind, and deflates them to a fraction of their size, since most values are like those next to them. */
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
   * Decodes what {@link #encode} has encoded.
   *
   * @throws IllegalArgumentException if the bytes are malformed
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
