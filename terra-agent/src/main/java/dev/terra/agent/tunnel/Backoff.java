package dev.terra.agent.tunnel;

import java.util.Random;

/**
 * Delays between attempts to open a tunnel: doubled after every failure, spread by half so that the tunnels of a link that
 * returns don't all come at once. The longest is short, since a link's return is to be used within 2 s.
 */
public final class Backoff {
  private static final long FIRST_MILLIS = 100;
  private static final long LONGEST_MILLIS = 1_000;

  private final Random random;
  private long nextMillis = FIRST_MILLIS;

  /** Starts with the shortest delay. */
  public Backoff(Random random) {
    this.random = random;
  }

  /** The delay before the next attempt: 50 to 1,000 ms. */
  public long nextDelayMillis() {
    long base = nextMillis;
    nextMillis = Math.min(LONGEST_MILLIS, nextMillis * 2);
    return base / 2 + (long) (random.nextDouble() * (base - base / 2));
  }

  /** After a success. */
  public void reset() {
    nextMillis = FIRST_MILLIS;
  }
}
