package dev.terra.node.agent;

import java.util.random.RandomGenerator;

/**
 * Delays between attempts to reach an agent: growing by half from 100 ms to 5 s, half of each at random: one that is back after 3 s is
 * noticed half a second later. Not thread-safe.
 */
final class Backoff {
  private static final long FIRST_MILLIS = 100;
  /** An agent that comes back is noticed within this; a thousand handlers then make 200 attempts a second at most. */
  private static final long LAST_MILLIS = 5_000;

  private final RandomGenerator random;
  private long ceilingMillis = FIRST_MILLIS;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  long nextMillis() {
    long delay = ceilingMillis / 2 + random.nextLong(ceilingMillis / 2 + 1);
    ceilingMillis = Math.min(LAST_MILLIS, ceilingMillis + ceilingMillis / 2);
    return delay;
  }

  void reset() {
    ceilingMillis = FIRST_MILLIS;
  }
}
