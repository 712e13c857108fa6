package dev.terra.lab.security;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits in this suite for what must happen. */
final class SuiteWait {
  private static final long MOST_NANOS = 30_000_000_000L;
  private static final long LOOK_NANOS = 50_000_000;

  private SuiteWait() {}

  /** Waits for a condition, and throws an exception after half a minute. */
  static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + MOST_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not within 30 s: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
