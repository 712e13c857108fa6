package dev.terra.spark.pull;

/**
 * The bytes that an executor has fetched from other sites without Terra, and the number of fetches that Terra had begun and that went on
 * without it.
 *
 * @param stockBytes the bytes that Terra could have carried
 * @param bypassedBytes the bytes that were not worth carrying
 */
public record PullCounts(long stockBytes, long bypassedBytes, long fallbacks) {
  /** Counts of 0. */
  public static final PullCounts NONE = new PullCounts(0, 0, 0);

  /** Returns the sums of these and other counts. */
  public PullCounts plus(PullCounts other) {
    return new PullCounts(stockBytes + other.stockBytes, bypassedBytes + other.bypassedBytes, fallbacks + other.fallbacks);
  }
}
