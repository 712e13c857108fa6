package dev.terra.schedule;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.Objects;

/**
 * What one bundle of a shuffle still has to send.
 *
 * @param from the producers' site
 * @param to the consumers' site, another one
 * @param bytes remaining bytes, finite and at least 0
 * @param flows how many transfers between hosts it stands for, at least 1; only baselines that share per flow look at it
 */
public record BundleDemand(SiteId from, SiteId to, double bytes, int flows) {
  /** Checks the ranges. */
  public BundleDemand {
    Objects.requireNonNull(from, "from");
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

  /** A bundle of one flow. */
  public BundleDemand(SiteId from, SiteId to, double bytes) {
    this(from, to, bytes, 1);
  }
}
