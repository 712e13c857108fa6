package dev.terra.controller.view;

import dev.terra.core.latency.PathClasses;
import dev.terra.core.wan.Path;

/**
 * A tunnel as last reported by the agent where it begins.
 *
 * @param rttMicros the round-trip time in microseconds; 0 if it is not known
 * @param bytesPerSecond the rate at which bytes arrived over it between its last two reports
 * @param reason why it is down; empty if it is up
 * @param classes how its path treats latency classes
 */
public record TunnelFigures(Path path, boolean up, long rttMicros, double bytesPerSecond, String reason, PathClasses classes) {
  /** Returns this tunnel combined with the same tunnel of another agent of the site. */
  TunnelFigures with(TunnelFigures other) {
    TunnelFigures better = up || !other.up ? this : other;
    return new TunnelFigures(path, better.up, better.rttMicros, bytesPerSecond + other.bytesPerSecond, better.reason, better.classes);
  }
}
