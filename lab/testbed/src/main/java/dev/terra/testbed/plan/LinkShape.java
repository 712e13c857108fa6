package dev.terra.testbed.plan;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import java.time.Duration;

/**
 * What one direction of a link does to packets.
 *
 * @param rate IP bytes per second, above 0
 * @param delay one way
 */
public record LinkShape(Bandwidth rate, Duration delay) {
  /** How long a full queue takes to drain: what routers commonly have, a round trip of a typical long path. */
  static final double QUEUE_SECONDS = 0.1;
  /** So that a slow link still takes the burst that one offload frame is. */
  private static final long MIN_QUEUE_BYTES = 64 << 10;

  /** Checks the rate. */
  public LinkShape {
    if (rate.bytesPerSecond() < 1) {
      throw new IllegalArgumentException("a link's rate must be at least 1 B/s, got " + rate);
    }
  }

  /** The shape of a link as its topology gives it. */
  public static LinkShape of(Link link) {
    return new LinkShape(link.capacity(), link.latency());
  }

  /** This shape with another rate. */
  public LinkShape withRate(Bandwidth newRate) {
    return new LinkShape(newRate, delay);
  }

  /** Bytes per second as a whole number. */
  public long rateBytesPerSecond() {
    return Math.round(rate.bytesPerSecond());
  }

  /** The drop-tail queue's bound in bytes. */
  public long queueBytes() {
    return Math.max(MIN_QUEUE_BYTES, Math.round(rate.bytesPerSecond() * QUEUE_SECONDS));
  }
}
