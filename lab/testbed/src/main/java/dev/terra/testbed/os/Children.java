package dev.terra.testbed.os;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Ends processes that this process has started itself. */
public final class Children {
  private static final Duration USUAL_PATIENCE = Duration.ofSeconds(5);

  private Children() {}

  /** Ends a process that needs at most a moment for that. */
  public static void end(Process child) {
    end(child, USUAL_PATIENCE);
  }

  /** Ends a process by SIGTERM, and by SIGKILL if it has not ended after a while, or this thread is interrupted. */
  public static void end(Process child, Duration patience) {
    child.destroy();
    try {
      if (!child.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        child.destroyForcibly();
      }
    } catch (InterruptedException e) {
      child.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
