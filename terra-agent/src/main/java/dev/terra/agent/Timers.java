package dev.terra.agent;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an agent does regularly. On the agent's thread. */
final class Timers {
  private static final Logger log = LoggerFactory.getLogger(Timers.class);
  private static final long PUMP_MILLIS = 5;
  private static final long IDLE_PUMP_MILLIS = 25;
  private static final long FLUSH_MILLIS = 20;
  private static final long CREDIT_MILLIS = 50;
  private static final long RATES_MILLIS = 100;
  private static final long HEARTBEAT_MILLIS = 500;
  private static final long SECOND_MILLIS = 1_000;

  private final Core core;
  private final EventLoop owner;
  private boolean withinLease;

  Timers(Core core, EventLoop owner) {
    this.core = core;
    this.owner = owner;
  }

  void start() {
    pump();
    every(FLUSH_MILLIS, this::flush);
    every(CREDIT_MILLIS, () -> core.credits().tick(core.inbox().expecting(), core.spool().freeAheadBytes(), core.nowNanos()));
    every(RATES_MILLIS, this::regular);
    every(HEARTBEAT_MILLIS, this::heartbeat);
    every(SECOND_MILLIS, this::second);
  }

  private void pump() {
    try {
      core.pump().run();
    } catch (RuntimeException e) {
      log.error("agent {}: sending failed; it will be tried again", core.config().name(), e);
    }
    var timer = owner.schedule(this::pump, core.pump().hasWork() ? PUMP_MILLIS : IDLE_PUMP_MILLIS, TimeUnit.MILLISECONDS);
    if (timer.isCancelled()) {
      log.debug("the agent's thread has ended");
    }
  }

  private void every(long millis, Runnable task) {
    var timer = owner.scheduleWithFixedDelay(() -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        log.error("agent {}: a regular task failed; it will be tried again", core.config().name(), e);
      }
    }, millis, millis, TimeUnit.MILLISECONDS);
    if (timer.isCancelled()) {
      throw new IllegalStateException("the agent's thread has ended");
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
