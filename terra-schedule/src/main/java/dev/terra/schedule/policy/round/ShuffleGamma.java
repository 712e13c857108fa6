package dev.terra.schedule.policy.round;

import org.jspecify.annotations.Nullable;

/** The known Gamma of a shuffle's volumes on the whole WAN, with its certificate. */
public final class ShuffleGamma {
  private @Nullable GammaCertificate certificate;
  private @Nullable Known known;

  /** A Gamma with the bundles and the network version for which it was computed. */
  private record Known(BundlesInRound bundles, long networkVersion, double seconds) {}

  ShuffleGamma() {}

  /** Returns Gamma of the volumes, seconds, as it was computed last; NaN before the first computation. */
  public double seconds() {
    return known == null ? Double.NaN : known.seconds;
  }

  /** Returns whether Gamma was computed for these bundles and links. */
  boolean isKnown(BundlesInRound bundles, long networkVersion) {
    return known != null && known.bundles == bundles && known.networkVersion == networkVersion;
  }

  void set(BundlesInRound bundles, long networkVersion, double gammaSeconds) {
    known = new Known(bundles, networkVersion, gammaSeconds);
  }

  /** Returns the certificate of the last solved Gamma; null before the first. */
  @Nullable GammaCertificate certificate() {
    return certificate;
  }

  /** Drops everything that was computed, because the shuffle may use other paths. */
  void forget() {
    certificate = null;
    known = null;
  }

  void setCertificate(GammaCertificate other) {
    certificate = other;
  }
}
