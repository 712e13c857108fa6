package dev.terra.core.limit;

import java.util.random.RandomGenerator;

/**
 * Computes delays between attempts. Delays grow with each failure up to a longest one. Half of each delay is random, so that clients that
 * failed at the same time do not try again at the same time. It is not thread-safe.
 */
public final class Backoff {
  /**
   * The growth of delays.
   *
   * @param firstMillis the longest first delay, at least 2 ms
   * @param longestMillis the longest delay, at least the first one
   * @param factor the factor by which each delay is longer than the one before, above 1
   */
  public record Growth(long firstMillis, long longestMillis, double factor) {
    /** Checks the ranges. */
    public Growth {
      if (firstMillis < 2 || longestMillis < firstMillis || !(factor > 1)) {
        throw new IllegalArgumentException(
            "delays grow from 2 ms or more, got " + firstMillis + " to " + longestMillis + " ms by " + factor);
      }
    }
  }

  private final Growth growth;
  private final RandomGenerator random;
  private long nextMillis;

  /** Creates a sequence of delays that begins with the first delay. */
  public Backoff(Growth growth, RandomGenerator random) {
    this.growth = growth;
    this.random = random;
    this.nextMillis = growth.firstMillis;
  }

  /** Returns the delay before the next attempt, in ms: a random number between half of the grown delay and the grown delay. */
  public long nextDelayMillis() {
    long base = nextMillis;
    nextMillis = Math.min(growth.longestMillis, (long) (base * growth.factor));
    return base / 2 + random.nextLong(base - base / 2 + 1);
  }

  /** Begins again with the first delay. It is called after a success. */
  public void reset() {
    nextMillis = growth.firstMillis;
  }
}
