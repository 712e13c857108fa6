package dev.terra.agent;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an agent does regularly. On the agent's thread. */
final class Timers {
  private static final Logger log = LoggerFactory.getLogger(Timers.class);
  private static final long PUMP_MILLIS = 5;
  /** As long as a chunk is on the wire. */
  private static final long MAX_PUMP_MILLIS = 20;
  /** All but the busy pump hangs on one timer, so that an agent is woken 50 times a second and no more. */
  private static final long BEAT_MILLIS = 20;
  /** An agent that has nothing to carry takes as many beats at once. */
  private static final int IDLE_BEATS = 4;
  /** For so many beats after its last work it is as awake as ever: 2 s. */
  private static final int AWAKE_BEATS = 100;
  private static final int CREDIT_BEATS = 3;
  private static final int RATES_BEATS = 5;
  private static final int PROGRESS_BEATS = 10;
  private static final int HEARTBEAT_BEATS = 25;
  private static final int SECOND_BEATS = 50;

  private final Core core;
  private final EventLoop owner;
  private boolean withinLease;
  private boolean pumping;
  private long pumpWaitNanos;
  private long beats;
  private long workedAtBeat;

  Timers(Core core, EventLoop owner) {
    this.core = core;
    this.owner = owner;
  }

  void start() {
    next(1);
  }

  private void next(int count) {
    if (owner.schedule(() -> beat(count), count * BEAT_MILLIS, TimeUnit.MILLISECONDS).isCancelled()) {
      log.debug("the agent's thread has ended");
    }
  }

  /** As many beats as have passed since the last one. */
  private void beat(int count) {
    long last = beats;
    beats += count;
    safely(this::flush);
    every(CREDIT_BEATS, last,
        () -> core.credits().tick(core.inbox().takeExpected(), core.spool().freeAheadBytes(), core.nowNanos()));
    every(RATES_BEATS, last, this::regular);
    every(PROGRESS_BEATS, last, this::progress);
    every(HEARTBEAT_BEATS, last, this::heartbeat);
    every(SECOND_BEATS, last, this::second);
    if (!pumping) {
      pump();
    }
    if (pumping || core.inbox().readers() > 0) {
      workedAtBeat = beats;
    }
    next(beats - workedAtBeat < AWAKE_BEATS ? 1 : IDLE_BEATS);
  }

  private void every(int count, long last, Runnable task) {
    if (beats / count != last / count) {
      safely(task);
    }
  }

  private void safely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      log.error("agent {}: a regular task failed; it will be tried again", core.config().name(), e);
    }
  }

  /** Sends what may be sent now, and goes on by itself while there is more. */
  private void pump() {
    safely(() -> pumpWaitNanos = core.pump().runDue());
    pumping = core.pump().hasWork();
    long millis = Math.max(PUMP_MILLIS, Math.min(MAX_PUMP_MILLIS, TimeUnit.NANOSECONDS.toMillis(pumpWaitNanos)));
    if (pumping && owner.schedule(this::pump, millis, TimeUnit.MILLISECONDS).isCancelled()) {
      log.debug("the agent's thread has ended");
    }
  }

  private void flush() {
    core.inbox().flush();
    if (core.control().isReady()) {
      core.reporter().tellJobs(core.control()::send);
      core.submissions().tell(core.control()::send);
    }
  }

  private void regular() {
    core.pump().refreshRates();
    core.inbox().tick();
    core.submissions().tick();
    core.outlook().tick(core.outbox().progress(), core.nowNanos());
    boolean within = core.control().isWithinLease();
    if (withinLease && !within) {
      core.events().add("lease-expired", "controller", "tunnels are shared equally, new fetches take the stock path");
    }
    withinLease = within;
  }

  private void progress() {
    if (core.control().isReady()) {
      core.reporter().tellProgress(core.outbox().progress(), core.nowNanos(), core.control()::send);
    }
  }

  private void heartbeat() {
    core.control().tick();
    core.gateway().tick();
  }

  private void second() {
    core.outbox().tick();
    core.tellTunnels();
  }
}
