package dev.terra.history.store;

import java.util.List;

/**
 * How long what is kept how finely.
 *
 * @param steps the finest first: each from how old on stretches are merged to which length
 * @param maxBytes of the database and what SQLite keeps beside it, at least {@link #LEAST_BYTES}; when it is nearly reached, what is
 *     oldest goes
 */
public record Retention(List<Step> steps, long maxBytes) {
  /** Below this not even an hour of a large WAN fits. */
  public static final long LEAST_BYTES = 8 << 20;
  /** What SQLite may keep beside the database until it is taken over. */
  private static final long LOG_BYTES = 4 << 20;
  /** Weeks of a WAN of 1,250 links, a year and more of a small one. */
  public static final long DEFAULT_BYTES = 256L << 20;
  /** The length of a stretch as it is written. */
  public static final int FINEST_MILLIS = 1_000;

  /**
   * A degree of detail.
   *
   * @param afterMillis from this age on
   * @param spanMillis stretches of this length
   */
  public record Step(long afterMillis, int spanMillis) {}

  /** Seconds for a quarter of an hour, ten seconds for six hours, then minutes. */
  public static final List<Step> USUAL = List.of(new Step(15 * 60_000L, 10_000), new Step(6 * 3_600_000L, 60_000));

  /** Checks the bound. */
  public Retention {
    steps = List.copyOf(steps);
    if (maxBytes < LEAST_BYTES) {
      throw new IllegalArgumentException("history needs at least " + LEAST_BYTES + " bytes, got " + maxBytes);
    }
  }

  /** What the database itself may have. */
  long databaseBytes() {
    return maxBytes - LOG_BYTES;
  }

  /** The usual steps within so many bytes. */
  public static Retention within(long maxBytes) {
    return new Retention(USUAL, maxBytes);
  }
}
