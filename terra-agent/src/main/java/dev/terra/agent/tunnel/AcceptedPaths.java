package dev.terra.agent.tunnel;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.Map;

/**
 * The tunnels of several hops that may end at this site or lead through it: those that the controller plans. While the controller is away,
 * the tunnels that it planned last are accepted; before it has sent any plan, none are. A tunnel of one hop concerns its neighbour only,
 * and is not listed here. Thread-safe.
 */
public final class AcceptedPaths {
  /**
   * The most connections of a tunnel. A tunnel has eight at most, but connections that ended in a cut network may still be counted for some
   * seconds while it reconnects.
   */
  static final int MOST_CONNECTIONS = 64;
  /**
   * How long tunnels of the previous plan are still accepted. Sites receive a new plan one after another, and a tunnel that is not planned
   * any more stays until its bytes have arrived.
   */
  private static final long LEAVING_NANOS = ProtocolTiming.TUNNEL_RETIRED.nanos();

  /** The planned tunnels, and those of the plan before, which are accepted until a time. */
  private record Plan(boolean told, ImmutableSet<Path> now, ImmutableSet<Path> before, long untilNanos) {
    boolean has(Path path, long nowNanos) {
      return now.contains(path) || (nowNanos - untilNanos < 0 && before.contains(path));
    }
  }

  private final Map<Path, Integer> connections = new HashMap<>();
  private volatile Plan plan = new Plan(false, ImmutableSet.of(), ImmutableSet.of(), 0);

  /** Takes over a plan of the controller: these tunnels of several hops, and no others, end at this site or lead through it. */
  public void follow(ImmutableSet<Path> planned, long nowNanos) {
    plan = new Plan(true, planned, plan.now, nowNanos + LEAVING_NANOS);
  }

  /**
   * Requires that a tunnel of several hops is accepted here.
   *
   * @throws IllegalArgumentException with the reason why it is not
   */
  void check(Path path, SiteId self, long nowNanos) {
    Plan current = plan;
    if (!current.told) {
      throw new IllegalArgumentException(self + " has not yet received the planned tunnels from a controller, so it accepts no tunnel of "
          + "several hops, such as " + path);
    }
    if (!current.has(path, nowNanos)) {
      throw new IllegalArgumentException("the controller plans no tunnel " + path + ", so " + self
          + " does not accept it; compare 'terra tunnels'");
    }
  }

  /** Returns whether a tunnel of several hops that was accepted earlier may stay. */
  boolean mayStay(Path path, long nowNanos) {
    Plan current = plan;
    return !current.told || current.has(path, nowNanos);
  }

  /**
   * Counts a connection of a tunnel until the connection is closed.
   *
   * @throws IllegalArgumentException if the tunnel has too many connections
   */
  void count(Path path, Channel channel) {
    synchronized (connections) {
      if (connections.getOrDefault(path, 0) >= MOST_CONNECTIONS) {
        throw new IllegalArgumentException("tunnel " + path + " has " + MOST_CONNECTIONS + " connections here, and may have no more");
      }
      connections.merge(path, 1, Integer::sum);
    }
    channel.closeFuture().addListener(closed -> release(path));
  }

  private void release(Path path) {
    synchronized (connections) {
      connections.computeIfPresent(path, (same, count) -> count > 1 ? count - 1 : null);
    }
  }
}
