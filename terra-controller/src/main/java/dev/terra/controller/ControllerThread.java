package dev.terra.controller;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.process.Periodic;
import dev.terra.api.process.VitalTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread on which a controller's state lives. It handles one event at a time, and runs a common task after each of them. */
final class ControllerThread {
  /** The reason that is given for refusing an event that arrives after the stop. */
  static final String STOPS = "the controller stops";
  private static final Logger LOG = LoggerFactory.getLogger(ControllerThread.class);

  private final ScheduledExecutorService executor;
  private final LongSupplier ticker;
  private final long startNanos;
  private final Consumer<Throwable> end;
  private final Runnable afterTurn;
  private final Guard guard = new Guard("a turn of the controller", LOG::error);
  private boolean stopping;

  /**
   * Creates a thread that does nothing yet.
   *
   * @param executor an executor with one thread
   * @param ticker monotonic nanoseconds
   * @param end is called when the thread cannot go on; see {@link VitalTask}
   * @param afterTurn the task that runs after each event
   */
  ControllerThread(ScheduledExecutorService executor, LongSupplier ticker, Consumer<Throwable> end, Runnable afterTurn) {
    this.executor = executor;
    this.ticker = ticker;
    this.startNanos = ticker.getAsLong();
    this.end = end;
    this.afterTurn = afterTurn;
  }

  /** Returns the nanoseconds since this object was made. It can be used by any thread. */
  long now() {
    return ticker.getAsLong() - startNanos;
  }

  /** Returns whether the controller is stopping. It is used on the controller's thread. */
  boolean isStopping() {
    return stopping;
  }

  /**
   * Handles an event soon. It can be used by any thread. Returns false if the event is never handled, since the controller has
   * stopped.
   */
  boolean submit(Runnable event) {
    try {
      executor.execute(vital(() -> turn(event)));
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("an event came after the controller stopped");
      return false;
    }
  }

  /**
   * Handles an event over and over, with a pause of {@code millis} after each time. Since the pause is counted from the last time,
   * events that a stall delayed do not all come at once.
   */
  Periodic repeat(Runnable event, long millis) {
    return Periodic.every(executor, millis, TimeUnit.MILLISECONDS, guard, vital(() -> turn(event)));
  }

  /** Runs a task at a time, without the common task that follows an event. It is used on the controller's thread. */
  OneShot at(long nanos, Runnable task) {
    return OneShot.after(executor, Math.max(0, nanos - now()), TimeUnit.NANOSECONDS, guard, vital(task));
  }

  /** Handles one event on the controller's thread. An exception that the event throws does not end the thread. */
  void turn(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      LOG.error("an event could not be handled; the controller goes on", e);
    }
    afterTurn.run();
  }

  /** Guards a task without which the controller would look alive but make no plans. */
  private Runnable vital(Runnable task) {
    return new VitalTask(task, thrown -> {
      if (!stopping) {
        end.accept(thrown);
      }
    });
  }

  /** Runs the last task. The future completes when the task is done. */
  CompletableFuture<Void> stop(Runnable last) {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    try {
      executor.execute(() -> {
        stopping = true;
        last.run();
        stopped.complete(null);
      });
    } catch (RejectedExecutionException e) {
      stopped.complete(null);
    }
    return stopped;
  }
}
