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

/** What an agent does regularly. On the agent's thread. */
final class Timers {
  private static final Logger log = LoggerFactory.getLogger(Timers.class);
  private static final long PUMP_MILLIS = 5;
  /** A chunk is on the wire for so long. */
  private static final long MAX_PUMP_MILLIS = 20;
  /** All but the busy pump hangs on one timer, so that an agent is woken 50 times a second and no more. */
  static final long BEAT_MILLIS = 20;
  /** An agent that has nothing to carry takes as many beats at once. */
  private static final int IDLE_BEATS = 4;
  /** For so many beats after its last work it is as awake as ever: 2 s. */
  private static final int AWAKE_BEATS = 100;

  private final EventLoop owner;
  private final Work work;
  private final List<Task> tasks;
  private final Consumer<Throwable> end;
  private final Guard tasksGuard = Guard.ofExceptions("a regular task of the agent", log::error);
  /** Around what ends the agent when it fails. */
  private final Guard guard = new Guard("the agent's beat", (line, thrown) -> log.error("the agent's beat failed", thrown));
  private boolean pumping;
  private long pumpWaitNanos;
  private long beats;
  private long workedAtBeat;

  /** The work of an agent. */
  interface Work {
    /** What is done regularly; tasks of one beat are done in this order. */
    List<Task> tasks();

    /** Sends what time alone allows; returns after how many nanoseconds to call again at the latest. */
    long sendDue();

    /** Whether there is anything to send. */
    boolean hasToSend();

    /** Whether readers wait here. */
    boolean hasReaders();
  }

  /**
   * Something that is done regularly.
   *
   * @param beats after how many beats of 20 ms it is done again
   */
  record Task(int beats, Runnable action) {}

  /**
   * Nothing is done before {@link #start}.
   *
   * @param end what happens when no further beat will come; see {@link VitalTask}
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

  /** Does what is due after so many beats. */
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

  /** Sends what may be sent now, and goes on by itself while there is more. */
  private void pump() {
    tasksGuard.run(() -> pumpWaitNanos = work.sendDue());
    pumping = work.hasToSend();
    long millis = Math.max(PUMP_MILLIS, Math.min(MAX_PUMP_MILLIS, TimeUnit.NANOSECONDS.toMillis(pumpWaitNanos)));
    if (pumping) {
      schedule(this::pump, millis);
    }
  }
}
