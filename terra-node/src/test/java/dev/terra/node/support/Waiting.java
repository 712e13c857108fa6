package dev.terra.node.support;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions that must hold soon. */
public final class Waiting {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Waiting() {}

  /** Returns once the condition holds; fails after 30 s. */
  public static void until(String what, BooleanSupplier condition) {
    until(() -> what, condition);
  }

  /** Returns once the condition holds; fails after 30 s. The text of the failure is made only then. */
  public static void until(Supplier<String> what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + what.get());
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }
}
