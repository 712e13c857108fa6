package dev.terra.agent;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.process.VitalTask;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the regular work of an agent. It is used on the agent's thread only. */
final class Timers {
  private static final Logger log = LoggerFactory.getLogger(Timers.class);
  private static final long PUMP_MILLIS = 5;
  /** The longest time between two runs of the busy pump. A chunk takes about as long to send. */
  private static final long MAX_PUMP_MILLIS = 20;
  /** The time between two beats. Everything but the busy pump runs on this one timer, so an agent wakes at most 50 times a second. */
  static final long BEAT_MILLIS = 20;
  /** The number of beats that an idle agent combines into one. */
  private static final int IDLE_BEATS = 4;
  /** The number of beats, 2 s, after its last work for which an agent does not yet count as idle. */
  private static final int AWAKE_BEATS = 100;

  private final EventLoop owner;
  private final Work work;
  private final List<Task> tasks;
  private final Consumer<Throwable> end;
  private final Guard tasksGuard = Guard.ofExceptions("a regular task of the agent", log::error);
  /** The guard around the tasks whose failure ends the agent. */
  private final Guard guard = new Guard("the agent's beat", (line, thrown) -> log.error("the agent's beat failed", thrown));
  private boolean pumping;
  private long pumpWaitNanos;
  private long beats;
  private long workedAtBeat;

  /** The work of an agent. */
  interface Work {
    /** Returns the regular tasks. Tasks of the same beat run in this order. */
    List<Task> tasks();

    /** Sends what may be sent by the passage of time; returns the nanoseconds after which to call again at the latest. */
    long sendDue();

    /** Returns whether there is anything to send. */
    boolean hasToSend();

    /** Returns whether readers wait at this agent. */
    boolean hasReaders();
  }

  /**
   * A task that runs regularly.
   *
   * @param beats the number of beats of 20 ms from one run to the next
   */
  record Task(int beats, Runnable action) {}

  /**
   * Creates timers that run nothing before {@link #start}.
   *
   * @param end called if no further beat will come; see {@link VitalTask}
   */
  Timers(EventLoop owner, Work work, Consumer<Throwable> end) {
    this.owner = owner;
    this.work = work;
    this.tasks = work.tasks();
    this.end = thrown -> {
      if (!owner.isShuttingDown()) {
        end.accept(thrown);
      }
    };
  }

  void start() {
    next(1);
  }

  private void next(int count) {
    schedule(() -> beat(count), count * BEAT_MILLIS);
  }

  /** Runs the tasks that are due after a number of beats since the last call. */
  private void beat(int count) {
    long last = beats;
    beats += count;
    for (Task task : tasks) {
      if (beats / task.beats != last / task.beats) {
        tasksGuard.run(task.action);
      }
    }
    if (!pumping) {
      pump();
    }
    if (pumping || work.hasReaders()) {
      workedAtBeat = beats;
    }
    next(beats - workedAtBeat < AWAKE_BEATS ? 1 : IDLE_BEATS);
  }

  private void schedule(Runnable task, long millis) {
    if (OneShot.after(owner, millis, TimeUnit.MILLISECONDS, guard, new VitalTask(task, end)).isRefused()) {
      log.debug("the agent's thread has ended");
    }
  }

  /** Sends what may be sent, and schedules itself again while there is more to send. */
  private void pump() {
    tasksGuard.run(() -> pumpWaitNanos = work.sendDue());
    pumping = work.hasToSend();
    long millis = Math.max(PUMP_MILLIS, Math.min(MAX_PUMP_MILLIS, TimeUnit.NANOSECONDS.toMillis(pumpWaitNanos)));
    if (pumping) {
      schedule(this::pump, millis);
    }
  }
}
