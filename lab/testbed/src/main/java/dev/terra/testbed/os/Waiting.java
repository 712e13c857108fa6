package dev.terra.testbed.os;

import dev.terra.testbed.TestbedException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do, always with a deadline. */
public final class Waiting {
  /** Short beside what is waited for, long beside what looking costs. */
  private static final long POLL_MILLIS = 20;

  private Waiting() {}

  /** Polls until a condition holds; false if it still does not at the end of one's patience. */
  public static boolean until(Duration patience, BooleanSupplier condition) {
    return until(patience, POLL_MILLIS, condition);
  }

  /** Waits with a given time between two looks, in milliseconds. */
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
