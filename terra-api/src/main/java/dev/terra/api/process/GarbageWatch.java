package dev.terra.api.process;

import java.util.concurrent.TimeUnit;

/**
 * Decides when a process collects garbage more than it works: then its heap is full of live objects, and its answers are late. Time is
 * divided into windows. The decision needs that this holds for all windows of the last half minute, since a full collection of a large heap
 * takes seconds. The class reads no clock.
 */
final class GarbageWatch {
  /** The share of a window above which the process collects garbage more than it works. */
  static final double MOST_SHARE = 0.5;
  /** The length of a window. A single collection could fill a shorter one. */
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(5);
  /** The number of windows that have to be full: half a minute. By then, requests to the process have taken other ways. */
  static final int WINDOWS = 6;

  private boolean begun;
  private long sinceNanos;
  private long collectedMillis;
  private int full;

  /**
   * Looks at the time that has passed since the last look.
   *
   * @param collectedNow the time for which the process has been stopped for collections since it started, in milliseconds
   * @return whether the process cannot continue
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
