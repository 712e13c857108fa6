package dev.terra.core.capacity;

import dev.terra.core.wan.Path;

/**
 * The observation of a path over whose links bytes go from end to end in one connection. Rates are IP bytes/s.
 *
 * @param network the observation, in the form of that of a link
 */
public record PathObservation(Path path, LinkObservation network) {
  boolean isLimited() {
    return network.isNetworkLimited();
  }

  /** Returns the rate of the path; if the network limited it, the rate in that part of the interval. */
  double bytesPerSecond() {
    return isLimited() ? network.limitedBytesPerSecond() : network.bytesPerSecond();
  }
}
