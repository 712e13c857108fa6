package dev.terra.agent;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an agent does regularly. On the agent's thread. */
final class Timers {
  private static final Logger log = LoggerFactory.getLogger(Timers.class);
  private static final long PUMP_MILLIS = 5;
  /** All but the busy pump hangs on one timer, so that an idle agent is woken 50 times a second and no more. */
  private static final long BEAT_MILLIS = 20;
  private static final int CREDIT_BEATS = 3;
  private static final int RATES_BEATS = 5;
  private static final int HEARTBEAT_BEATS = 25;
  private static final int SECOND_BEATS = 50;

  private final Core core;
  private final EventLoop owner;
  private boolean withinLease;
  private boolean pumping;
  private long beats;

  Timers(Core core, EventLoop owner) {
    this.core = core;
    this.owner = owner;
  }

  void start() {
    var timer = owner.scheduleWithFixedDelay(this::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    if (timer.isCancelled()) {
      throw new IllegalStateException("the agent's thread has ended");
    }
  }

  private void beat() {
    beats++;
    safely(this::flush);
    every(CREDIT_BEATS, () -> core.credits().tick(core.inbox().expecting(), core.spool().freeAheadBytes(), core.nowNanos()));
    every(RATES_BEATS, this::regular);
    every(HEARTBEAT_BEATS, this::heartbeat);
    every(SECOND_BEATS, this::second);
    if (!pumping) {
      pump();
    }
  }

  private void every(int count, Runnable task) {
    if (beats % count == 0) {
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
    safely(core.pump()::run);
    pumping = core.pump().hasWork();
    if (pumping && owner.schedule(this::pump, PUMP_MILLIS, TimeUnit.MILLISECONDS).isCancelled()) {
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
    if (core.control().isReady()) {
      core.reporter().tellProgress(core.outbox().progress(), core.control()::send);
    }
    boolean within = core.control().isWithinLease();
    if (withinLease && !within) {
      core.events().add("lease-expired", "controller", "tunnels are shared equally, new fetches take the stock path");
    }
    withinLease = within;
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
