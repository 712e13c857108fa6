package dev.terra.testbed.plan;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import java.time.Duration;

/**
 * The effect of one direction of a link on packets.
 *
 * @param rate IP bytes per second, above 0
 * @param delay one way
 */
public record LinkShape(Bandwidth rate, Duration delay) {
  /** The time in which a full queue drains: common in routers, a round trip of a typical long path. */
  static final double QUEUE_SECONDS = 0.1;
  /** The least size of a queue. With it, a slow link still accepts the burst of one offload frame. */
  private static final long MIN_QUEUE_BYTES = 64 << 10;

  /** Checks the rate. */
  public LinkShape {
    if (rate.bytesPerSecond() < 1) {
      throw new IllegalArgumentException("a link's rate must be at least 1 B/s, got " + rate);
    }
  }

  /** Returns the shape of a link in its topology. */
  public static LinkShape of(Link link) {
    return new LinkShape(link.capacity(), link.latency());
  }

  /** Returns this shape with another rate. */
  public LinkShape withRate(Bandwidth newRate) {
    return new LinkShape(newRate, delay);
  }

  /** Returns the rate in bytes per second as a whole number. */
  public long rateBytesPerSecond() {
    return Math.round(rate.bytesPerSecond());
  }

  /** Returns the drop-tail queue's bound in bytes. */
  public long queueBytes() {
    return Math.max(MIN_QUEUE_BYTES, Math.round(rate.bytesPerSecond() * QUEUE_SECONDS));
  }
}
