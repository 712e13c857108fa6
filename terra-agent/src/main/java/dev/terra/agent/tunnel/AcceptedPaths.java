package dev.terra.agent.tunnel;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.Map;

/**
 * Which tunnels of several hops may end here or lead through here: those that the controller plans. While it is away those that it planned
 * last may; until any has told its plan, none may. A tunnel of one hop is its neighbour's own affair. Thread-safe.
 */
public final class AcceptedPaths {
  /** A tunnel has eight connections at most; those that ended in a cut network may be counted for some seconds while it reconnects. */
  static final int MOST_CONNECTIONS = 64;
  /** Sites hear of a new plan one after another, and a tunnel that is no longer planned stays until its bytes have arrived. */
  private static final long LEAVING_NANOS = ProtocolTiming.TUNNEL_RETIRED.nanos();

  /** What is planned, and what was before and may come until a time. */
  private record Plan(boolean told, ImmutableSet<Path> now, ImmutableSet<Path> before, long untilNanos) {
    boolean has(Path path, long nowNanos) {
      return now.contains(path) || (nowNanos - untilNanos < 0 && before.contains(path));
    }
  }

  private final Map<Path, Integer> connections = new HashMap<>();
  private volatile Plan plan = new Plan(false, ImmutableSet.of(), ImmutableSet.of(), 0);

  /** The controller plans these tunnels of several hops that end here or lead through here, and no others. */
  public void follow(ImmutableSet<Path> planned, long nowNanos) {
    plan = new Plan(true, planned, plan.now, nowNanos + LEAVING_NANOS);
  }

  /**
   * Requires that a tunnel of several hops may come here.
   *
   * @throws IllegalArgumentException with the reason why it may not
   */
  void check(Path path, SiteId self, long nowNanos) {
    Plan current = plan;
    if (!current.told) {
      throw new IllegalArgumentException("no controller has told " + self + " yet which tunnels are planned, so it takes none of several "
          + "hops, such as " + path);
    }
    if (!current.has(path, nowNanos)) {
      throw new IllegalArgumentException("the controller plans no tunnel " + path + ", so " + self
          + " takes none; compare 'terra tunnels'");
    }
  }

  /** Whether a tunnel of several hops may stay that came before. */
  boolean mayStay(Path path, long nowNanos) {
    Plan current = plan;
    return !current.told || current.has(path, nowNanos);
  }

  /**
   * Counts a connection of a tunnel for as long as it stands.
   *
   * @throws IllegalArgumentException if there are too many
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
