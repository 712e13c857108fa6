package dev.terra.agent.site;

/**
 * Decides when a job's bytes between two sites are worth Terra: as soon as the expected bytes would take a given number of seconds on the
 * stock path, or reach 16 MiB, whichever is less. The expected bytes are the known bytes, scaled up from the maps that have finished to all
 * maps. It has no state.
 *
 * <p>Example: 4 of 8 maps have written 3 MB for reducers at the other site, so 6 MB are expected. At a stock rate of 5 MB/s and 1 s, the
 * limit is 5 MB, so the bytes go through Terra.
 */
final class BypassPolicy {
  /** The number of bytes that are worth Terra however fast the stock path is: 16 MiB. */
  static final long ALWAYS_BYTES = 16L << 20;

  private BypassPolicy() {}

  static boolean worthTerra(double expectedBytes, double bypassSeconds, double stockBytesPerSecond) {
    double limit = stockBytesPerSecond > 0 ? limit(bypassSeconds, stockBytesPerSecond) : ALWAYS_BYTES;
    return expectedBytes > 0 && expectedBytes >= limit;
  }

  private static double limit(double bypassSeconds, double stockBytesPerSecond) {
    return Math.min(ALWAYS_BYTES, bypassSeconds * stockBytesPerSecond);
  }

  /** Returns the bytes below which a shuffle is not worth Terra if every stock path has this rate at least; 0 if the rate is 0, unknown. */
  static long smallBytes(double bypassSeconds, double leastStockBytesPerSecond) {
    return (long) limit(bypassSeconds, leastStockBytesPerSecond);
  }

  static double expectedBytes(long knownBytes, int finishedMaps, int totalMaps) {
    return finishedMaps <= 0 ? 0 : knownBytes * (double) Math.max(totalMaps, finishedMaps) / finishedMaps;
  }
}
