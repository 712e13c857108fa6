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

/** The one thread on which a controller's state lives. It takes turns, and after each of them does what follows from any. */
final class ControllerThread {
  /** The answer to what arrives too late. */
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
   * A thread that does nothing yet.
   *
   * @param executor of one thread
   * @param ticker monotonic nanoseconds
   * @param end what happens when the thread cannot go on; see {@link VitalTask}
   * @param afterTurn what follows from any turn
   */
  ControllerThread(ScheduledExecutorService executor, LongSupplier ticker, Consumer<Throwable> end, Runnable afterTurn) {
    this.executor = executor;
    this.ticker = ticker;
    this.startNanos = ticker.getAsLong();
    this.end = end;
    this.afterTurn = afterTurn;
  }

  /** Nanoseconds since it was made; from any thread. */
  long now() {
    return ticker.getAsLong() - startNanos;
  }

  /** Whether it takes no more part in anything; on the thread. */
  boolean isStopping() {
    return stopping;
  }

  /** Takes a turn soon; from any thread. False if it never will, since the controller has stopped. */
  boolean submit(Runnable event) {
    try {
      executor.execute(vital(() -> turn(event)));
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("an event came after the controller stopped");
      return false;
    }
  }

  /** Takes a turn over and over, so long after the last one: turns that a stall made late must not all come at once. */
  Periodic repeat(Runnable event, long millis) {
    return Periodic.every(executor, millis, TimeUnit.MILLISECONDS, guard, vital(() -> turn(event)));
  }

  /** Does something at a time, of which nothing follows by itself; on the thread. */
  OneShot at(long nanos, Runnable task) {
    return OneShot.after(executor, Math.max(0, nanos - now()), TimeUnit.NANOSECONDS, guard, vital(task));
  }

  /** One turn, on the thread. Whatever one event brings up must not end the thread. */
  void turn(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      LOG.error("an event could not be handled; the controller goes on", e);
    }
    afterTurn.run();
  }

  /** Guards a task without which the controller would look alive and plan nothing. */
  private Runnable vital(Runnable task) {
    return new VitalTask(task, thrown -> {
      if (!stopping) {
        end.accept(thrown);
      }
    });
  }

  /** Does the last thing; complete when that is done. */
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
