package dev.terra.agent.site;

/**
 * When a job's bytes between two sites are worth Terra: as soon as they would take so many seconds on the stock path, or are
 * 16 MiB, if that is less. Expected bytes are those known, scaled up by how many maps are still to finish. Pure.
 *
 * <p>Example: 4 of 8 maps have written 3 MB for reducers there, so 6 MB are expected; at a stock rate of 5 MB/s and 1 s the
 * limit is 5 MB: Terra.
 */
final class BypassPolicy {
  /** However fast the stock path is, this is worth Terra: 16 MiB. */
  static final long ALWAYS_BYTES = 16L << 20;

  private BypassPolicy() {}

  static boolean worthTerra(double expectedBytes, double bypassSeconds, double stockBytesPerSecond) {
    double limit = stockBytesPerSecond > 0 ? limit(bypassSeconds, stockBytesPerSecond) : ALWAYS_BYTES;
    return expectedBytes > 0 && expectedBytes >= limit;
  }

  private static double limit(double bypassSeconds, double stockBytesPerSecond) {
    return Math.min(ALWAYS_BYTES, bypassSeconds * stockBytesPerSecond);
  }

  /** Fewer bytes than this are not worth Terra where the stock path gives this rate or more; none are where it is unknown, 0. */
  static long smallBytes(double bypassSeconds, double leastStockBytesPerSecond) {
    return (long) limit(bypassSeconds, leastStockBytesPerSecond);
  }

  static double expectedBytes(long knownBytes, int finishedMaps, int totalMaps) {
    return finishedMaps <= 0 ? 0 : knownBytes * (double) Math.max(totalMaps, finishedMaps) / finishedMaps;
  }
}
