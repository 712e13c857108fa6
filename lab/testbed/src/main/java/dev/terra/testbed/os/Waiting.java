package dev.terra.testbed.os;

import dev.terra.testbed.TestbedException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions that other processes cause, always with a deadline. */
public final class Waiting {
  /** The usual pause between two polls: short compared with what is waited for, long compared with the cost of a poll. */
  private static final long POLL_MILLIS = 20;

  private Waiting() {}

  /** Polls until a condition holds; false if it still does not hold at the deadline. */
  public static boolean until(Duration patience, BooleanSupplier condition) {
    return until(patience, POLL_MILLIS, condition);
  }

  /** Polls with a given pause in milliseconds. */
  public static boolean until(Duration patience, long pollMillis, BooleanSupplier condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() >= deadline) {
        return false;
      }
      try {
        Thread.sleep(pollMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new TestbedException("interrupted", e);
      }
    }
    return true;
  }
}
