package dev.terra.agent.send;

import com.google.common.util.concurrent.RateLimiter;

/**
 * The rate of one bundle on one path, kept by a Guava {@link RateLimiter} whose traps are avoided here:
 *
 * <ul>
 *   <li>it stores a second of unused permits, so one that has been idle for longer than {@link #MAX_CATCH_UP_NANOS} is
 *       replaced: the largest burst is what that time is worth;
 *   <li>a debt made at a low rate outlives a raise, and permits at a rate of 0 can't be had, so every change of the rate
 *       makes a new limiter, what is still owed is owed at the new rate, and rate 0 is a gate of its own;
 *   <li>it can block, so it is only ever tried.
 * </ul>
 *
 * <p>On the agent's thread.
 */
final class Pacer {
  /** A timer that comes late may be made up for; a pause may not. */
  static final long MAX_CATCH_UP_NANOS = 100_000_000;
  private static final double NANOS = 1e9;

  private double rateBytesPerSecond;
  private RateLimiter limiter;
  private long owedUntilNanos;
  private boolean everUsed;

  /** Changes the rate; at least 0. */
  void rate(double bytesPerSecond, long nowNanos) {
    if (bytesPerSecond == rateBytesPerSecond) {
      return;
    }
    if (everUsed && owedUntilNanos > nowNanos && bytesPerSecond > 0) {
      owedUntilNanos = nowNanos + (long) ((owedUntilNanos - nowNanos) * Math.min(rateBytesPerSecond / bytesPerSecond, 1e3));
    }
    rateBytesPerSecond = bytesPerSecond;
    limiter = null;
  }

  double rate() {
    return rateBytesPerSecond;
  }

  /** Whether so many bytes may go now; if so, they count as gone. */
  boolean tryAcquire(int bytes, long nowNanos) {
    if (rateBytesPerSecond <= 0 || (everUsed && nowNanos < owedUntilNanos - MAX_CATCH_UP_NANOS)) {
      return false;
    }
    if (limiter == null || nowNanos - owedUntilNanos > MAX_CATCH_UP_NANOS) {
      if (everUsed && nowNanos < owedUntilNanos) {
        return false;
      }
      limiter = RateLimiter.create(rateBytesPerSecond);
      owedUntilNanos = nowNanos;
    }
    if (!limiter.tryAcquire(bytes)) {
      return false;
    }
    everUsed = true;
    owedUntilNanos += (long) (bytes / rateBytesPerSecond * NANOS);
    return true;
  }
}
