package dev.terra.sim.trace;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;

/**
 * What a shuffle sends from one site to another, or inside one.
 *
 * @param bytes finite and at least 0
 * @param flows transfers between hosts, at least 1
 */
public record SiteBytes(SiteId from, SiteId to, double bytes, int flows) {
  /** Checks the ranges. */
  public SiteBytes {
    if (!Double.isFinite(bytes) || bytes < 0 || flows < 1) {
      throw new IllegalArgumentException(
          new SitePair(from, to) + ": expected at least 0 bytes and 1 flow, got " + bytes + " and " + flows);
    }
  }
}
