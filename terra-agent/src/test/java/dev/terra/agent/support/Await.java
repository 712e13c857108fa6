package dev.terra.agent.support;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for a condition with a deadline. */
public final class Await {
  private Await() {}

  /** Polls until the condition holds. Fails at the deadline, with the name of what was waited for. */
  public static void until(String what, Duration deadline, BooleanSupplier condition) {
    long end = System.nanoTime() + deadline.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + deadline.toMillis() + " ms: " + what);
      }
      try {
        if (never.await(10, TimeUnit.MILLISECONDS)) {
          throw new AssertionError("impossible");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting: " + what, e);
      }
    }
  }

  /** Polls for up to a minute, which is ample even on a busy machine. */
  public static void until(String what, BooleanSupplier condition) {
    until(what, Duration.ofMinutes(1), condition);
  }
}
