package dev.terra.core.capacity;

/**
 * A probe: an attempt to send more over a link than its estimate, with what the link has delivered since a schedule followed the probe.
 * Rates are IP bytes/s.
 *
 * @param base the estimate when the probe begins
 * @param excess the part of the base that the probe adds
 * @param goal the rate that bundles may send during the probe, above the base
 * @param begunSeconds the time when the probe begins
 * @param delivered what the link has delivered since a schedule followed the probe
 */
record CapacityProbe(double base, double excess, double goal, double begunSeconds, Delivered delivered) {
  /** The bytes that were delivered in a time. */
  record Delivered(double seconds, double bytes) {
    Delivered plus(LinkObservation seen) {
      return new Delivered(seconds + seen.seconds(), bytes + seen.bytesPerSecond() * seen.seconds());
    }
  }

  CapacityProbe(double base, double excess, double goal, double begunSeconds) {
    this(base, excess, goal, begunSeconds, new Delivered(0, 0));
  }

  CapacityProbe plus(LinkObservation seen) {
    return new CapacityProbe(base, excess, goal, begunSeconds, delivered.plus(seen));
  }

  /** Returns whether the schedule granted at least this part of what the probe adds. */
  boolean isFollowed(LinkObservation seen, double part) {
    return seen.grantedBytesPerSecond() >= base + part * (goal - base);
  }

  /** Returns for how many seconds a schedule has followed the probe. */
  double seconds() {
    return delivered.seconds;
  }

  /** Returns the mean rate of the link since a schedule followed the probe; 0 before. */
  double rate() {
    return delivered.seconds == 0 ? 0 : delivered.bytes / delivered.seconds;
  }

  /** Returns whether the link took at least this part of what the probe adds. */
  boolean isTaken(double part) {
    return rate() >= base + part * (goal - base);
  }
}
