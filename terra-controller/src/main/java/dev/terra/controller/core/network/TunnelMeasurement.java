package dev.terra.controller.core.network;

import dev.terra.core.units.Bandwidth;
import java.time.Duration;

/**
 * What an agent measured on a tunnel.
 *
 * @param achieved acknowledged bytes, since its report before
 * @param roundTrip 0 if it was not measured yet
 * @param atNanos when the controller heard of it
 */
public record TunnelMeasurement(Bandwidth achieved, Duration roundTrip, long atNanos) {
  /** How long ago that was. */
  Duration age(long nowNanos) {
    return Duration.ofNanos(Math.max(0, nowNanos - atNanos));
  }
}
