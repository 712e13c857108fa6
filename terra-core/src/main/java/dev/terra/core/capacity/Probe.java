package dev.terra.core.capacity;

/**
 * A try to send more over a link than its estimate, and what came of it since a schedule has followed. Rates are IP bytes/s.
 *
 * @param base the estimate as the probe begins
 * @param excess the part of the base that the probe adds
 * @param goal what bundles are to send meanwhile, above the base
 * @param begunSeconds when the probe begins
 * @param seconds for how long a schedule has followed
 * @param bytes delivered in that time
 */
record Probe(double base, double excess, double goal, double begunSeconds, double seconds, double bytes) {
  Probe(double base, double excess, double goal, double begunSeconds) {
    this(base, excess, goal, begunSeconds, 0, 0);
  }

  Probe plus(LinkObservation seen) {
    return new Probe(base, excess, goal, begunSeconds, seconds + seen.seconds(), bytes + seen.bytesPerSecond() * seen.seconds());
  }

  /** Whether the schedule granted this part of what the probe adds, or more. */
  boolean isFollowed(LinkObservation seen, double part) {
    return seen.grantedBytesPerSecond() >= base + part * (goal - base);
  }

  /** What the link has carried since a schedule followed. */
  double rate() {
    return seconds == 0 ? 0 : bytes / seconds;
  }

  /** Whether the link took this part of what the probe adds, or more. */
  boolean isTaken(double part) {
    return rate() >= base + part * (goal - base);
  }
}
