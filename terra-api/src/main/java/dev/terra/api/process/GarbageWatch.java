package dev.terra.api.process;

import java.util.concurrent.TimeUnit;

/**
 * Decides when a process collects garbage more than it works: its heap is full of live objects, and its answers come late.
 * Time
 * is looked at in windows; all of the last half minute have to be so, as a full collection of a large heap takes seconds. Pure.
 */
final class GarbageWatch {
  /** The share of a window in which more is collected than worked. */
  static final double MOST_SHARE = 0.5;
  /** Shorter ones could be filled by one collection. */
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(5);
  /** Half a minute: what is asked of the process has gone other ways by then. */
  static final int WINDOWS = 6;

  private boolean begun;
  private long sinceNanos;
  private long collectedMillis;
  private int full;

  /**
   * Looks at the time that has passed since the last look.
   *
   * @param collectedNow for how long the process has stood still for collections since it began, in milliseconds
   * @return whether it cannot go on
   */
  boolean look(long nowNanos, long collectedNow) {
    long elapsed = nowNanos - sinceNanos;
    if (begun && elapsed < WINDOW_NANOS) {
      return false;
    }
    boolean mostly = begun && TimeUnit.MILLISECONDS.toNanos(collectedNow - collectedMillis) > elapsed * MOST_SHARE;
    full = mostly ? full + 1 : 0;
    begun = true;
    sinceNanos = nowNanos;
    collectedMillis = collectedNow;
    return full >= WINDOWS;
  }
}
