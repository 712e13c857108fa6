package dev.terra.lab.replay;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;

/**
 * The conversion of a trace's seconds and bytes to those on the wire. Capacities are reduced, so that one machine can
 * emulate them; bytes are reduced by the same factor, and divided by the speed in addition. So a transfer that takes a
 * second in the trace takes {@code 1 / speed} seconds on the wire. Latencies do not change.
 *
 * @param speed the seconds of the trace that pass in a second, above 0
 * @param capacityFactor the factor on the WAN's capacities, above 0
 */
record Pace(double speed, double capacityFactor) {
  /** Bytes per second over all links together: half of what one machine emulates, since agents need cores as well. */
  static final double SUM_OF_CAPACITIES = 1e9 / 8 / 2;
  private static final double NANOS_PER_SECOND = 1e9;

  Pace {
    if (!(speed > 0) || !(capacityFactor > 0) || Double.isInfinite(speed) || Double.isInfinite(capacityFactor)) {
      throw new IllegalArgumentException("expected speed and capacity factor above 0, got " + speed + " and " + capacityFactor);
    }
  }

  /** Returns the pace at which all links of a WAN together carry what one machine emulates well. */
  static Pace of(Wan wan, double speed) {
    double sum = wan.links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).sum();
    return new Pace(speed, Math.min(1, SUM_OF_CAPACITIES / sum));
  }

  /** Returns the WAN that is emulated. */
  Wan onWire(Wan wan) {
    return wan.mapLinks(this::onWire);
  }

  private Link onWire(Link link) {
    return link.withCapacity(link.capacity().times(capacityFactor));
  }

  /** Returns the bytes on the wire for bytes of the trace, at least one for any positive number. */
  long bytes(double traceBytes) {
    return traceBytes <= 0 ? 0 : Math.max(1, Math.round(traceBytes * capacityFactor / speed));
  }

  /** Returns the nanoseconds on the wire for seconds of the trace. */
  long nanos(double traceSeconds) {
    return Math.round(traceSeconds / speed * NANOS_PER_SECOND);
  }

  /** Returns the seconds of the trace for nanoseconds on the wire. */
  double traceSeconds(long nanos) {
    return nanos / NANOS_PER_SECOND * speed;
  }
}
