package dev.terra.lab.replay;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;

/**
 * How a trace's seconds and bytes become those on the wire. Capacities are made smaller, so that one machine can emulate them; bytes get
 * smaller by the same factor, and by the speed once more. So a transfer that takes a second in the trace takes {@code 1 / speed} seconds
 * on the wire. Latencies stay what they are.
 *
 * @param speed so many seconds of the trace pass in a second, above 0
 * @param capacityFactor what the WAN's capacities are multiplied by, above 0
 */
record Pace(double speed, double capacityFactor) {
  /** Over all links together, bytes per second: half of what one machine emulates, since agents need cores as well. */
  static final double SUM_OF_CAPACITIES = 1e9 / 8 / 2;
  private static final double NANOS_PER_SECOND = 1e9;

  Pace {
    if (!(speed > 0) || !(capacityFactor > 0) || Double.isInfinite(speed) || Double.isInfinite(capacityFactor)) {
      throw new IllegalArgumentException("expected speed and capacity factor above 0, got " + speed + " and " + capacityFactor);
    }
  }

  /** The pace at which all links of a WAN together carry what one machine emulates well. */
  static Pace of(Wan wan, double speed) {
    double sum = wan.links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).sum();
    return new Pace(speed, Math.min(1, SUM_OF_CAPACITIES / sum));
  }

  /** The WAN that is emulated. */
  Wan onWire(Wan wan) {
    return wan.mapLinks(this::onWire);
  }

  private Link onWire(Link link) {
    return link.withCapacity(link.capacity().times(capacityFactor));
  }

  /** Bytes on the wire for bytes of the trace; what is not nothing stays at least one. */
  long bytes(double traceBytes) {
    return traceBytes <= 0 ? 0 : Math.max(1, Math.round(traceBytes * capacityFactor / speed));
  }

  /** Nanoseconds on the wire for seconds of the trace. */
  long nanos(double traceSeconds) {
    return Math.round(traceSeconds / speed * NANOS_PER_SECOND);
  }

  /** Seconds of the trace for nanoseconds on the wire. */
  double traceSeconds(long nanos) {
    return nanos / NANOS_PER_SECOND * speed;
  }
}
