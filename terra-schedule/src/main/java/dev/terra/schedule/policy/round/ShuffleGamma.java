package dev.terra.schedule.policy.round;

/** What is known about Gamma of a shuffle's volumes on the whole WAN. */
public final class ShuffleGamma {
  private GammaCertificate certificate = GammaCertificate.NONE;
  private BundlesInRound known;
  private long knownVersion = -1;
  private double seconds = Double.NaN;

  ShuffleGamma() {}

  /** Gamma of the volumes, seconds, as it was computed last; NaN before. */
  public double seconds() {
    return seconds;
  }

  /** Whether it was computed for these bundles and links. */
  boolean isKnown(BundlesInRound bundles, long networkVersion) {
    return known == bundles && knownVersion == networkVersion;
  }

  void set(BundlesInRound bundles, long networkVersion, double gammaSeconds) {
    known = bundles;
    knownVersion = networkVersion;
    seconds = gammaSeconds;
  }

  /** The prices that proved a Gamma last. */
  GammaCertificate certificate() {
    return certificate;
  }

  void setCertificate(GammaCertificate other) {
    certificate = other;
  }
}
