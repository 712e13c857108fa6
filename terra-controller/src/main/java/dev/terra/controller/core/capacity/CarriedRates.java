package dev.terra.controller.core.capacity;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What tunnels bring over links now, IP bytes/s: of each place that measures the last interval. Pure: the time is an argument. On the
 * controller's thread.
 */
final class CarriedRates {
  /** A link or a connection that carries anything is reported twice a second; after four missing reports it carries nothing. */
  static final long FRESH_NANOS = 2_000_000_000L;

  /**
   * Where a rate is measured.
   *
   * @param path a link, or the links of a connection from end to end
   * @param slice whose agent measures
   * @param connection which one of those from end to end; 0 of a link
   */
  record Place(Path path, int slice, int connection) {}

  private record Seen(double bytesPerSecond, long nanos) {}

  private final Map<Place, Seen> places = new HashMap<>();

  /** So much has gone over a place in the interval that has just ended. */
  void seen(Place place, double bytesPerSecond, long nowNanos) {
    places.put(place, new Seen(bytesPerSecond, nowNanos));
  }

  /** What each link carries, of those that carry anything; whole bytes. */
  Map<LinkId, Long> now(long nowNanos) {
    places.values().removeIf(seen -> nowNanos - seen.nanos > FRESH_NANOS);
    Map<LinkId, Long> links = new HashMap<>();
    places.forEach((place, seen) -> place.path.links().forEach(link -> links.merge(link, Math.round(seen.bytesPerSecond), Long::sum)));
    return links;
  }
}
