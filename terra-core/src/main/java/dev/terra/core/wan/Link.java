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
 * @param price what bytes over it cost
 * @param measured whether its capacity has to be found out: then {@code capacity} is where the search begins
 */
public record Link(LinkId id, Bandwidth capacity, Duration latency, LinkPrice price, boolean measured) {
  /** Where the search for a capacity begins that no file states: a slow link is known in a second, a fast one in some more. */
  public static final Bandwidth UNKNOWN = Bandwidth.ofMegabitsPerSecond(100);

  /** Checks the ranges. */
  public Link {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(price, "price");
    if (capacity.bytesPerSecond() <= 0) {
      throw new IllegalArgumentException("link " + id + ": capacity must be above 0, got " + capacity);
    }
    if (latency.isNegative()) {
      throw new IllegalArgumentException("link " + id + ": latency must be 0 or more, got " + latency);
    }
  }

  /** A link whose capacity is known, with one price for every gigabyte (10^9 bytes) if any is known. */
  public Link(LinkId id, Bandwidth capacity, Duration latency, OptionalDouble egressUsdPerGigabyte) {
    this(id, capacity, latency, LinkPrice.of(egressUsdPerGigabyte), false);
  }

  /** What a gigabyte (10^9 bytes) over it costs where a month has brought none before, if that is known. */
  public OptionalDouble egressUsdPerGigabyte() {
    return price.usdPerGigabyte();
  }

  /** The bandwidth-delay product: bytes under way on the full link, there and back. */
  public double bandwidthDelayBytes() {
    return capacity.bytesPerSecond() * 2 * latency.toNanos() / 1e9;
  }

  /** This link with another capacity. */
  public Link withCapacity(Bandwidth newCapacity) {
    return new Link(id, newCapacity, latency, price, measured);
  }
}
