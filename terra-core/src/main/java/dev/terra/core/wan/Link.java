package dev.terra.core.wan;

import dev.terra.core.units.Bandwidth;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One direction of a link between two sites, with its properties.
 *
 * @param id the two sites that the link joins
 * @param capacity IP bytes per second; above 0 (a WAN does not contain links that are down; none has capacity 0)
 * @param latency one-way latency, 0 or more
 * @param price what bytes on this link cost
 * @param measured true if the capacity is not known and has to be measured; then {@code capacity} is where the search begins
 */
public record Link(LinkId id, Bandwidth capacity, Duration latency, LinkPrice price, boolean measured) {
  /**
   * The capacity at which the search begins if no file states the capacity of the link. The search takes about a second for a slow link,
   * and some seconds for a fast one.
   */
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

  /** Creates a link whose capacity is known. Every gigabyte (10^9 bytes) costs the same; the price is empty if it is not known. */
  public Link(LinkId id, Bandwidth capacity, Duration latency, OptionalDouble egressUsdPerGigabyte) {
    this(id, capacity, latency, LinkPrice.of(egressUsdPerGigabyte), false);
  }

  /** Returns the price of the first gigabyte (10^9 bytes) of a month on this link, US dollars, if it is known. */
  public OptionalDouble egressUsdPerGigabyte() {
    return price.usdPerGigabyte();
  }

  /** Returns the bandwidth-delay product: the bytes that the full link carries in one round trip. */
  public double bandwidthDelayBytes() {
    return capacity.bytesPerSecond() * 2 * latency.toNanos() / 1e9;
  }

  /** Returns this link with another capacity. */
  public Link withCapacity(Bandwidth newCapacity) {
    return new Link(id, newCapacity, latency, price, measured);
  }
}
