package dev.terra.schedule;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.path.PathLimit;
import java.util.Objects;

/**
 * What one bundle of a shuffle still has to send.
 *
 * @param from the producers' site
 * @param to the consumers' site; it differs from {@code from}
 * @param bytes remaining bytes, finite and at least 0
 * @param flows the number of transfers between hosts that the bundle stands for, at least 1; only baselines that share per flow use it
 * @param limit which paths the bundle may take
 */
public record BundleDemand(SiteId from, SiteId to, double bytes, int flows, PathLimit limit) {
  /** Checks the ranges. */
  public BundleDemand {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(limit, "limit");
    if (from.equals(to)) {
      throw new IllegalArgumentException("a bundle joins two different sites, got " + from + " twice");
    }
    if (!Double.isFinite(bytes) || bytes < 0) {
      throw new IllegalArgumentException("bundle " + new SitePair(from, to) + ": bytes must be finite and at least 0, got " + bytes);
    }
    if (flows < 1) {
      throw new IllegalArgumentException("bundle " + new SitePair(from, to) + ": flows must be at least 1, got " + flows);
    }
  }

  /** Makes a bundle of several flows that may take every path. */
  public BundleDemand(SiteId from, SiteId to, double bytes, int flows) {
    this(from, to, bytes, flows, PathLimit.NONE);
  }

  /** Makes a bundle of one flow that may take every path. */
  public BundleDemand(SiteId from, SiteId to, double bytes) {
    this(from, to, bytes, 1);
  }

  /** Returns this bundle with another limit on its paths. */
  public BundleDemand withLimit(PathLimit other) {
    return new BundleDemand(from, to, bytes, flows, other);
  }
}
