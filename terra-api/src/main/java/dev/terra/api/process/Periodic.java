package dev.terra.api.process;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that is done again and again, each turn so long after the end of the last one: turns never overlap, and those that a stall made
 * late do not all come at once. A turn that throws is its {@link Guard}'s affair, and the next one comes; executors themselves drop a
 * periodic task that throws, without a word. It ends when it is cancelled, or with its executor.
 */
public final class Periodic {
  private final ScheduledExecutorService executor;
  private final LongSupplier pauseNanos;
  private final Guard guard;
  private final Runnable turn;
  private volatile boolean cancelled;
  private volatile @Nullable OneShot next;
  /** Its turns' own. */
  private long pause;

  private Periodic(ScheduledExecutorService executor, LongSupplier pauseNanos, Guard guard, Runnable turn) {
    this.executor = executor;
    this.pauseNanos = pauseNanos;
    this.guard = guard;
    this.turn = turn;
  }

  /** Does a task after a delay and so on, on an executor or an event loop. */
  public static Periodic every(ScheduledExecutorService executor, long delay, TimeUnit unit, Guard guard, Runnable turn) {
    long nanos = unit.toNanos(delay);
    return paced(executor, () -> nanos, guard, turn);
  }

  /**
   * Does a task again and again with pauses that change.
   *
   * @param pauseNanos called before the first turn and after each; where it fails, the last pause holds
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

  /** Takes no further turn; one that is under way comes to its end. From any thread. */
  public void cancel() {
    cancelled = true;
    OneShot pending = next;
    if (pending != null) {
      pending.cancel();
    }
  }
}
