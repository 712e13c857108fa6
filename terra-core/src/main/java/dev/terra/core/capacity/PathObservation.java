package dev.terra.core.capacity;

import dev.terra.core.wan.Path;

/**
 * What was seen of a path whose bytes go from end to end, over all its links in one connection. Rates are IP bytes/s.
 *
 * @param network what was seen, as of a link
 */
public record PathObservation(Path path, LinkObservation network) {
  boolean isLimited() {
    return network.isNetworkLimited();
  }

  /** What went over it: where the network decided, that. */
  double bytesPerSecond() {
    return isLimited() ? network.limitedBytesPerSecond() : network.bytesPerSecond();
  }
}
