package dev.terra.schedule;

import dev.terra.core.wan.SiteId;
import java.util.Objects;

/**
 * What one bundle of a shuffle still has to send.
 *
 * @param from the producers' site
 * @param to the consumers' site, another one
 * @param bytes remaining bytes, finite and at least 0
 */
public record BundleDemand(SiteId from, SiteId to, double bytes) {
  /** Checks the ranges. */
  public BundleDemand {
    Objects.requireNonNull(from, "from");
    if (from.equals(to)) {
      throw new IllegalArgumentException("a bundle joins two different sites, got " + from + " twice");
    }
    if (!Double.isFinite(bytes) || bytes < 0) {
      throw new IllegalArgumentException("bundle " + from + "->" + to + ": bytes must be finite and at least 0, got " + bytes);
    }
  }
}
