package dev.terra.core.limit;

import java.util.random.RandomGenerator;

/**
 * Delays between attempts: they grow from failure to failure up to a longest one. Half of each is random, so that those who failed together
 * don't come again together. Not thread-safe.
 */
public final class Backoff {
  /**
   * How delays grow.
   *
   * @param firstMillis the first delay at its longest, at least 2 ms
   * @param longestMillis what no delay exceeds, at least the first
   * @param factor how much longer each is than the one before, above 1
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

  /** Starts with the first delay. */
  public Backoff(Growth growth, RandomGenerator random) {
    this.growth = growth;
    this.random = random;
    this.nextMillis = growth.firstMillis;
  }

  /** The delay before the next attempt, in ms: between half of what it has grown to, and that. */
  public long nextDelayMillis() {
    long base = nextMillis;
    nextMillis = Math.min(growth.longestMillis, (long) (base * growth.factor));
    return base / 2 + random.nextLong(base - base / 2 + 1);
  }

  /** After a success: begins again with the first delay. */
  public void reset() {
    nextMillis = growth.firstMillis;
  }
}
