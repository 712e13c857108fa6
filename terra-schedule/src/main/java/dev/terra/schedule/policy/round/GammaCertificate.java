package dev.terra.schedule.policy.round;

/**
 * The result of a program for a shuffle's Gamma: its value for certain bytes, and the prices that proved it. As long as the bundles that
 * pay a price progress together, Gamma follows without a program even where other bundles ran ahead: the old rates still finish in time,
 * and the old prices still prove that nothing can be faster. Arrays are by position in the demand's list of bundles.
 */
final class GammaCertificate {
  /** The largest relative difference between the two bounds that counts as equal. */
  private static final double SAME = 1e-10;

  private final double solvedSeconds;
  private final double[] solvedBytes;
  private final double[] price;
  private final long networkVersion;

  /** Makes the certificate of a solved program. Prices are scaled so that Gamma = sum of bytes * price. The arrays are used, not copied. */
  GammaCertificate(double solvedSeconds, double[] solvedBytes, double[] price, long networkVersion) {
    this.solvedSeconds = solvedSeconds;
    this.solvedBytes = solvedBytes;
    this.price = price;
    this.networkVersion = networkVersion;
  }

  /** Returns Gamma of the bytes for which the program was solved, seconds. */
  double solvedSeconds() {
    return solvedSeconds;
  }

  /** Returns Gamma of other bytes of the same bundles, seconds; NaN if this needs a program. */
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
