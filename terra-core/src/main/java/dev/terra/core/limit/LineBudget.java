package dev.terra.core.limit;

import java.util.Optional;

/**
 * Bounds the lines that other processes can cause in a log: a burst, then one line per second. A line states how many lines before it were
 * left out. This class is thread-safe; times are monotonic nanoseconds.
 */
public final class LineBudget {
  /** The most lines of a burst: as many as a person reads at a glance. */
  static final int BURST = 10;
  private static final long LINE_NANOS = 1_000_000_000;

  private long fullAt;
  private boolean used;
  private long leftOut;

  /** Returns the line to write, if the budget allows one. */
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
