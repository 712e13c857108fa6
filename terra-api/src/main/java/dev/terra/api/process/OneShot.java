package dev.terra.api.process;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A task that is done once, later, under a {@link Guard}. Without the guard, an exception would stay in a future that is never read. */
public final class OneShot {
  private final @Nullable Future<?> scheduled;

  private OneShot(@Nullable Future<?> scheduled) {
    this.scheduled = scheduled;
  }

  /** Schedules a task after a delay on an executor or an event loop. If the executor has ended, the task is never done. */
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

  /** Returns whether the executor has ended, so that the task is never done. */
  public boolean isRefused() {
    return scheduled == null;
  }

  /** Cancels the task; returns false if it is done, or was refused or cancelled before. */
  public boolean cancel() {
    return scheduled != null && scheduled.cancel(false);
  }
}
