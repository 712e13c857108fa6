package dev.terra.agent.tunnel;

import dev.terra.api.timing.ProtocolTiming;
import io.netty.util.concurrent.EventExecutor;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The regular tick of all channels: one timer for each loop, since hundreds of tunnels with timers of their own would wake it
 * hundreds of times a second.
 */
public final class Beat {
  /** Milliseconds between two ticks. */
  static final long MILLIS = ProtocolTiming.TUNNEL_TICK.millis();

  private static final class OfLoop {
    private final Set<Runnable> ticks = new LinkedHashSet<>();
    private ScheduledFuture<?> timer;

    private void run() {
      List.copyOf(ticks).forEach(tick -> {
        if (ticks.contains(tick)) {
          tick.run();
        }
      });
    }
  }

  private final Map<EventExecutor, OfLoop> loops = new ConcurrentHashMap<>();

  /** Runs a task at every tick from the next one on. On the loop. */
  void add(EventExecutor loop, Runnable tick) {
    OfLoop ofLoop = loops.computeIfAbsent(loop, key -> new OfLoop());
    ofLoop.ticks.add(tick);
    if (ofLoop.timer == null) {
      ofLoop.timer = loop.scheduleWithFixedDelay(ofLoop::run, MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Runs it no more. On the loop. */
  void remove(EventExecutor loop, Runnable tick) {
    OfLoop ofLoop = loops.get(loop);
    if (ofLoop != null && ofLoop.ticks.remove(tick) && ofLoop.ticks.isEmpty()) {
      ofLoop.timer.cancel(false);
      ofLoop.timer = null;
    }
  }
}
