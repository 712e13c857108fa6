package dev.terra.core.wan;

import dev.terra.core.units.Bandwidth;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A directed link.
 *
 * @param id its ends
 * @param capacity IP bytes per second; more than 0 (a link that is down is left out of a WAN, not given capacity 0)
 * @param latency one way, 0 or more
 * @param egressUsdPerGigabyte what a gigabyte (10^9 bytes) over it costs, where known
 * @param measured whether its capacity has to be found out: then {@code capacity} is where the search begins
 */
public record Link(LinkId id, Bandwidth capacity, Duration latency, OptionalDouble egressUsdPerGigabyte, boolean measured) {
  /** Where the search for a capacity begins that no file states: a slow link is known in a second, a fast one in some more. */
  public static final Bandwidth UNKNOWN = Bandwidth.ofMegabitsPerSecond(100);

  /** Checks the ranges. */
  public Link {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(egressUsdPerGigabyte, "egressUsdPerGigabyte");
    if (capacity.bytesPerSecond() <= 0) {
      throw new IllegalArgumentException("link " + id + ": capacity must be above 0, got " + capacity);
    }
    if (latency.isNegative()) {
      throw new IllegalArgumentException("link " + id + ": latency must be 0 or more, got " + latency);
    }
    if (egressUsdPerGigabyte.isPresent() && !(egressUsdPerGigabyte.getAsDouble() >= 0)) {
      throw new IllegalArgumentException("link " + id + ": egress price must be 0 or more");
    }
  }

  /** A link whose capacity is known. */
  public Link(LinkId id, Bandwidth capacity, Duration latency, OptionalDouble egressUsdPerGigabyte) {
    this(id, capacity, latency, egressUsdPerGigabyte, false);
  }

  /** The bandwidth-delay product: bytes under way on the full link, there and back. */
  public double bandwidthDelayBytes() {
    return capacity.bytesPerSecond() * 2 * latency.toNanos() / 1e9;
  }

  /** This link with another capacity. */
  public Link withCapacity(Bandwidth newCapacity) {
    return new Link(id, newCapacity, latency, egressUsdPerGigabyte, measured);
  }
}
