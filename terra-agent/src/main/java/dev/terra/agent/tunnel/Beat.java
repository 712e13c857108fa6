package dev.terra.agent.tunnel;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.api.timing.ProtocolTiming;
import io.netty.util.concurrent.EventExecutor;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The regular tick of all channels. Each loop has one timer for it, since hundreds of tunnels with timers of their own would wake the loop
 * hundreds of times a second. A task that fails at a tick affects neither other channels' tasks nor its own next tick.
 */
public final class Beat {
  private static final Logger log = LoggerFactory.getLogger(Beat.class);
  /** The milliseconds between two ticks. */
  static final long MILLIS = ProtocolTiming.TUNNEL_TICK.millis();

  private static final class OfLoop {
    private final Set<Runnable> ticks = new LinkedHashSet<>();
    private final Guard guard = new Guard("the tick of a tunnel", log::error);
    private @Nullable Periodic timer;

    private void add(EventExecutor loop, Runnable tick) {
      ticks.add(tick);
      if (timer == null) {
        timer = Periodic.every(loop, MILLIS, TimeUnit.MILLISECONDS, guard, this::run);
      }
    }

    private void remove(Runnable tick) {
      if (ticks.remove(tick) && ticks.isEmpty() && timer != null) {
        timer.cancel();
        timer = null;
      }
    }

    private void run() {
      List.copyOf(ticks).forEach(tick -> {
        if (ticks.contains(tick)) {
          guard.run(tick);
        }
      });
    }
  }

  private final Map<EventExecutor, OfLoop> loops = new ConcurrentHashMap<>();

  /** Runs a task at every tick from the next one on. It is called on the loop. */
  void add(EventExecutor loop, Runnable tick) {
    loops.computeIfAbsent(loop, key -> new OfLoop()).add(loop, tick);
  }

  /** Stops running a task. It is called on the loop. */
  void remove(EventExecutor loop, Runnable tick) {
    OfLoop ofLoop = loops.get(loop);
    if (ofLoop != null) {
      ofLoop.remove(tick);
    }
  }
}
