package dev.terra.core.limit;

import java.util.Optional;

/**
 * Bounds the lines that others can make us write to a log: a burst, then one a second. A line says how many before it were left out.
 * Thread-safe; times are monotonic nanoseconds.
 */
public final class LineBudget {
  /** What a person reads at a glance. */
  static final int BURST = 10;
  private static final long LINE_NANOS = 1_000_000_000;

  private long fullAt;
  private boolean used;
  private long leftOut;

  /** The line to write, if there is room for one. */
  public synchronized Optional<String> line(String text, long nowNanos) {
    long earliest = nowNanos - BURST * LINE_NANOS;
    fullAt = used && fullAt - earliest > 0 ? fullAt : earliest;
    used = true;
    if (fullAt + LINE_NANOS - nowNanos > 0) {
      leftOut++;
      return Optional.empty();
    }
    fullAt += LINE_NANOS;
    String more = leftOut == 0 ? "" : " (" + leftOut + " such lines before this one were left out)";
    leftOut = 0;
    return Optional.of(BoundedText.of(text) + more);
  }
}
