package dev.terra.api.process;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Something that is done once, later, under a {@link Guard}: a future that no one reads would keep what it threw to itself. */
public final class OneShot {
  private final @Nullable Future<?> scheduled;

  private OneShot(@Nullable Future<?> scheduled) {
    this.scheduled = scheduled;
  }

  /** Does a task after a delay, on an executor or an event loop; never if that has ended. */
  public static OneShot after(ScheduledExecutorService executor, long delay, TimeUnit unit, Guard guard, Runnable task) {
    try {
      Future<?> scheduled = executor.schedule(() -> {
        guard.run(task);
      }, delay, unit);
      return new OneShot(scheduled);
    } catch (RejectedExecutionException e) {
      return new OneShot(null);
    }
  }

  /** Whether the executor has ended: the task is never done. */
  public boolean isRefused() {
    return scheduled == null;
  }

  /** Does it no more; false if it is done, or was refused or cancelled before. */
  public boolean cancel() {
    return scheduled != null && scheduled.cancel(false);
  }
}
