package dev.terra.testbed.os;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Processes that this one has started itself. */
public final class Children {
  private static final Duration USUAL_PATIENCE = Duration.ofSeconds(5);

  private Children() {}

  /** Ends one that needs a moment for that at most. */
  public static void end(Process child) {
    end(child, USUAL_PATIENCE);
  }

  /** Ends one: asks it to (SIGTERM), and if it has not gone after a while, or this thread is interrupted, makes it (SIGKILL). */
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
