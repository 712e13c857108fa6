package dev.terra.controller.core.capacity;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What tunnels carry over links at present, in IP bytes/s. For each place where a rate is measured, the last interval counts. This class
 * reads no clock. This class is used on the controller's thread only.
 */
final class CarriedRates {
  /**
   * How long a measurement counts. Every link or connection with traffic is reported twice a second. After four missing reports it counts
   * as idle.
   */
  static final long FRESH_NANOS = 2_000_000_000L;

  /**
   * A place where a rate is measured.
   *
   * @param path a link, or the links of a connection from end to end
   * @param slice the slice whose agent measures
   * @param connection the number of a connection from end to end; 0 for a link
   */
  record Place(Path path, int slice, int connection) {}

  private record Seen(double bytesPerSecond, long nanos) {}

  private final Map<Place, Seen> places = new HashMap<>();

  /** Notes the rate of a place in the interval that has just ended. */
  void seen(Place place, double bytesPerSecond, long nowNanos) {
    places.put(place, new Seen(bytesPerSecond, nowNanos));
  }

  /** Returns what each link carries, in whole bytes per second. Links without traffic are missing. */
  Map<LinkId, Long> now(long nowNanos) {
    places.values().removeIf(seen -> nowNanos - seen.nanos > FRESH_NANOS);
    Map<LinkId, Long> links = new HashMap<>();
    places.forEach((place, seen) -> place.path.links().forEach(link -> links.merge(link, Math.round(seen.bytesPerSecond), Long::sum)));
    return links;
  }
}
