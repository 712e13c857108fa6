package dev.terra.spark.pull;

/**
 * What an executor has fetched from other sites without Terra, in bytes, and how often it went on so after Terra had begun.
 *
 * @param stockBytes though eligible
 * @param bypassedBytes since not worth it
 */
public record PullCounts(long stockBytes, long bypassedBytes, long fallbacks) {
  /** Nothing. */
  public static final PullCounts NONE = new PullCounts(0, 0, 0);

  /** Both together. */
  public PullCounts plus(PullCounts other) {
    return new PullCounts(stockBytes + other.stockBytes, bypassedBytes + other.bypassedBytes, fallbacks + other.fallbacks);
  }
}
