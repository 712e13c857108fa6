package dev.terra.schedule.policy.round;

import org.jspecify.annotations.Nullable;

/** What is known about Gamma of a shuffle's volumes on the whole WAN. */
public final class ShuffleGamma {
  private @Nullable GammaCertificate certificate;
  private @Nullable Known known;

  /** A Gamma with what it was computed for. */
  private record Known(BundlesInRound bundles, long networkVersion, double seconds) {}

  ShuffleGamma() {}

  /** Gamma of the volumes, seconds, as it was computed last; NaN before. */
  public double seconds() {
    return known == null ? Double.NaN : known.seconds;
  }

  /** Whether it was computed for these bundles and links. */
  boolean isKnown(BundlesInRound bundles, long networkVersion) {
    return known != null && known.bundles == bundles && known.networkVersion == networkVersion;
  }

  void set(BundlesInRound bundles, long networkVersion, double gammaSeconds) {
    known = new Known(bundles, networkVersion, gammaSeconds);
  }

  /** The prices that proved a Gamma last; null before a first one. */
  @Nullable GammaCertificate certificate() {
    return certificate;
  }

  /** Other paths may be used now: nothing that was computed holds. */
  void forget() {
    certificate = null;
    known = null;
  }

  void setCertificate(GammaCertificate other) {
    certificate = other;
  }
}
