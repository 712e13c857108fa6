package dev.terra.core.capacity;

/**
 * A try to send more over a link than its estimate, and what came of it since a schedule has followed. Rates are IP bytes/s.
 *
 * @param base the estimate as the probe begins
 * @param excess the part of the base that the probe adds
 * @param goal what bundles are to send meanwhile, above the base
 * @param begunSeconds when the probe begins
 * @param delivered since a schedule has followed
 */
record CapacityProbe(double base, double excess, double goal, double begunSeconds, Delivered delivered) {
  /** So many bytes in such a time. */
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

  /** Whether the schedule granted this part of what the probe adds, or more. */
  boolean isFollowed(LinkObservation seen, double part) {
    return seen.grantedBytesPerSecond() >= base + part * (goal - base);
  }

  /** For how long a schedule has followed. */
  double seconds() {
    return delivered.seconds;
  }

  /** What the link has carried since a schedule followed. */
  double rate() {
    return delivered.seconds == 0 ? 0 : delivered.bytes / delivered.seconds;
  }

  /** Whether the link took this part of what the probe adds, or more. */
  boolean isTaken(double part) {
    return rate() >= base + part * (goal - base);
  }
}
