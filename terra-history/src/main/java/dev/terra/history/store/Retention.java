package dev.terra.history.store;

import java.util.List;

/**
 * How long stretches are kept, and at which detail.
 *
 * @param steps the steps, the finest first; each has the age at which stretches are merged, and the length to which they are merged
 * @param maxBytes the most bytes of the database and of SQLite's files beside it, at least {@link #LEAST_BYTES}; when they are nearly
 *     reached, the oldest rows are deleted
 */
public record Retention(List<Step> steps, long maxBytes) {
  /** The least value of {@code maxBytes}. Less does not hold an hour of a large WAN. */
  public static final long LEAST_BYTES = 8 << 20;
  /** The bytes that SQLite may keep in the log beside the database. */
  private static final long LOG_BYTES = 4 << 20;
  /** The default value of {@code maxBytes}. It holds weeks of a WAN of 1,250 links, and more than a year of a small WAN. */
  public static final long DEFAULT_BYTES = 256L << 20;
  /** The length of a stretch when it is written. */
  public static final int FINEST_MILLIS = 1_000;

  /**
   * One step of decreasing detail.
   *
   * @param afterMillis the age from which stretches are merged
   * @param spanMillis the length to which they are merged
   */
  public record Step(long afterMillis, int spanMillis) {}

  /** The default steps: stretches of a second for a quarter of an hour, of ten seconds for six hours, then of a minute. */
  public static final List<Step> USUAL = List.of(new Step(15 * 60_000L, 10_000), new Step(6 * 3_600_000L, 60_000));

  /** Checks the bound. */
  public Retention {
    steps = List.copyOf(steps);
    if (maxBytes < LEAST_BYTES) {
      throw new IllegalArgumentException("history needs at least " + LEAST_BYTES + " bytes, got " + maxBytes);
    }
  }

  /** Returns the most bytes of the database itself. */
  long databaseBytes() {
    return maxBytes - LOG_BYTES;
  }

  /** Returns the default steps within a number of bytes. */
  public static Retention within(long maxBytes) {
    return new Retention(USUAL, maxBytes);
  }
}
