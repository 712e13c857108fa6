package dev.terra.core.wan;

/** A place on Earth in degrees: latitude -90 to 90, longitude -180 to 180. */
public record Coordinates(double latitude, double longitude) {
  /** Mean Earth radius, kilometres. */
  private static final double EARTH_RADIUS_KM = 6371.0;

  /** Checks the ranges. */
  public Coordinates {
    if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) {
      throw new IllegalArgumentException(
          "latitude is -90 to 90 and longitude -180 to 180 degrees, got " + latitude + ", " + longitude);
    }
  }

  /** Returns the great-circle distance to another place in kilometres (haversine). */
  public double kilometresTo(Coordinates other) {
    double dLat = Math.toRadians(other.latitude - latitude);
    double dLon = Math.toRadians(other.longitude - longitude);
    double a = Math.pow(Math.sin(dLat / 2), 2)
        + Math.cos(Math.toRadians(latitude)) * Math.cos(Math.toRadians(other.latitude)) * Math.pow(Math.sin(dLon / 2), 2);
    return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)));
  }
}
