package dev.terra.schedule.policy.round;

/**
 * What is known about a shuffle's Gamma: its value for certain bytes, and the prices that proved it. As long as the bundles
 * that pay a price progress together, Gamma follows without a program even where others ran ahead: the old rates still
 * finish in time, and the old prices still prove that nothing can be faster. Arrays are by position in the demand's list of
 * bundles.
 */
final class GammaCertificate {
  /** Relative width up to which the two bounds are one value. */
  private static final double SAME = 1e-10;

  private final double solvedSeconds;
  private final double[] solvedBytes;
  private final double[] price;
  private final long networkVersion;

  /** The certificate of a solved program; prices are scaled so that Gamma = sum of bytes * price. The arrays are used, not copied. */
  GammaCertificate(double solvedSeconds, double[] solvedBytes, double[] price, long networkVersion) {
    this.solvedSeconds = solvedSeconds;
    this.solvedBytes = solvedBytes;
    this.price = price;
    this.networkVersion = networkVersion;
  }

  /** Gamma of the bytes that were solved. */
  double solvedSeconds() {
    return solvedSeconds;
  }

  /** Gamma of other bytes of the same bundles, if that needs no program; NaN if it does. */
  double certified(double[] bytes, long network) {
    if (networkVersion != network || price.length != bytes.length) {
      return Double.NaN;
    }
    double slowest = 0;
    double lower = 0;
    for (int bundle = 0; bundle < bytes.length; bundle++) {
      if (bytes[bundle] > 0) {
        slowest = Math.max(slowest, bytes[bundle] / solvedBytes[bundle]);
        lower += bytes[bundle] * price[bundle];
      }
    }
    double upper = slowest * solvedSeconds;
    return upper - lower <= SAME * upper ? upper : Double.NaN;
  }
}
