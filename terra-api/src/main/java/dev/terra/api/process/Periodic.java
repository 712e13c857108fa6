package dev.terra.api.process;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A task that is repeated, with a pause between the end of one turn and the next turn. Turns never overlap, and turns that a stall delayed
 * do not all run at once. If a turn throws, its {@link Guard} handles this, and the next turn follows; executors themselves silently drop a
 * periodic task that throws. The task ends when it is cancelled, or with its executor.
 */
public final class Periodic {
  private final ScheduledExecutorService executor;
  private final LongSupplier pauseNanos;
  private final Guard guard;
  private final Runnable turn;
  private volatile boolean cancelled;
  private volatile @Nullable OneShot next;
  /** The pause before the next turn, ns. Only turns use it. */
  private long pause;

  private Periodic(ScheduledExecutorService executor, LongSupplier pauseNanos, Guard guard, Runnable turn) {
    this.executor = executor;
    this.pauseNanos = pauseNanos;
    this.guard = guard;
    this.turn = turn;
  }

  /** Repeats a task on an executor or an event loop, with a delay before the first turn and between turns. */
  public static Periodic every(ScheduledExecutorService executor, long delay, TimeUnit unit, Guard guard, Runnable turn) {
    long nanos = unit.toNanos(delay);
    return paced(executor, () -> nanos, guard, turn);
  }

  /**
   * Repeats a task with pauses that may change.
   *
   * @param pauseNanos supplies the next pause; called before the first turn and after each turn. If it fails after a turn, the last
   *     pause is used again
   */
  public static Periodic paced(ScheduledExecutorService executor, LongSupplier pauseNanos, Guard guard, Runnable turn) {
    Periodic periodic = new Periodic(executor, pauseNanos, guard, turn);
    periodic.pause = pauseNanos.getAsLong();
    periodic.schedule();
    return periodic;
  }

  private void schedule() {
    OneShot pending = OneShot.after(executor, pause, TimeUnit.NANOSECONDS, guard, this::take);
    next = pending;
    if (cancelled) {
      pending.cancel();
    }
  }

  private void take() {
    if (cancelled) {
      return;
    }
    try {
      guard.run(turn);
      guard.run(() -> pause = pauseNanos.getAsLong());
    } finally {
      schedule();
    }
  }

  /** Cancels further turns; a turn that is under way completes. It may be called on any thread. */
  public void cancel() {
    cancelled = true;
    OneShot pending = next;
    if (pending != null) {
      pending.cancel();
    }
  }
}
