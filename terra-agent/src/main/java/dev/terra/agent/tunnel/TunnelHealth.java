package dev.terra.agent.tunnel;

/**
 * Decides when a silent tunnel is dead: a link that swallows packets sends no reset. Time is counted in ticks of the prober
 * instead of read from a clock, so that a stall of this process, in which nothing could have been heard, is never taken for
 * silence of the peer.
 */
final class TunnelHealth {
  /** Milliseconds between two probes. */
  static final long PROBE_MILLIS = 250;
  /** Ticks without a byte after which a tunnel is dead: 1 s. */
  static final int DEAD_TICKS = 4;

  private int silentTicks;

  /** Notes whether anything was heard since the last tick; returns whether the tunnel is dead. */
  boolean tick(boolean heard) {
    silentTicks = heard ? 0 : silentTicks + 1;
    return silentTicks >= DEAD_TICKS;
  }

  /** How long it has been silent, in milliseconds. */
  long silentMillis() {
    return silentTicks * PROBE_MILLIS;
  }
}
