package dev.terra.agent.tunnel;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.Map;

/**
 * Which tunnels of other sites are accepted here. A tunnel of one hop is: its certificate is that of the site that opens it. One that other
 * sites pass on is opened in the name of a site that is not seen here, so it is accepted only if the controller plans it. Until a
 * controller
 * has said what it plans, this site is no end of such a tunnel; it still passes those of others on, since their ends decide for themselves.
 * A controller of the version before does not say it: then all are accepted, as that version does. Thread-safe.
 */
public final class AcceptedPaths {
  /** A tunnel has eight connections at most; those that ended in a cut network may be counted for some seconds while it reconnects. */
  static final int MOST_CONNECTIONS = 64;
  /** Sites hear of a new plan one after another, and a tunnel that is no longer planned stays until its bytes have arrived. */
  private static final long LEAVING_NANOS = ProtocolTiming.TUNNEL_RETIRED.nanos();

  private enum Known { NOTHING, UNSAID, PLAN }

  /** What is planned, and what was before and may come until a time. */
  private record Plan(Known known, ImmutableSet<Path> now, ImmutableSet<Path> before, long untilNanos) {
    boolean has(Path path, long nowNanos) {
      return now.contains(path) || (nowNanos - untilNanos < 0 && before.contains(path));
    }
  }

  private final Map<Path, Integer> connections = new HashMap<>();
  private volatile Plan plan = new Plan(Known.NOTHING, ImmutableSet.of(), ImmutableSet.of(), 0);

  /** The controller plans these tunnels of several hops that end here or lead through here, and no others. */
  public void follow(ImmutableSet<Path> planned, long nowNanos) {
    plan = new Plan(Known.PLAN, planned, plan.now, nowNanos + LEAVING_NANOS);
  }

  /** The controller does not say what it plans. */
  public void unsaid() {
    plan = new Plan(Known.UNSAID, ImmutableSet.of(), ImmutableSet.of(), 0);
  }

  /**
   * Requires that a tunnel may come here.
   *
   * @throws IllegalArgumentException with the reason why it may not
   */
  void check(Path path, SiteId self, long nowNanos) {
    Plan current = plan;
    if (path.sites().size() == 2 || current.known == Known.UNSAID) {
      return;
    }
    if (current.known == Known.NOTHING && path.to().equals(self)) {
      throw new IllegalArgumentException("no controller has told " + self + " yet which tunnels are planned, so it takes none that others "
          + "pass on, such as " + path);
    }
    if (current.known == Known.PLAN && !current.has(path, nowNanos)) {
      throw new IllegalArgumentException("the controller plans no tunnel " + path + ", so " + self
          + " takes none; compare 'terra tunnels'");
    }
  }

  /** Whether a tunnel may stay that came before. */
  boolean mayStay(Path path, long nowNanos) {
    Plan current = plan;
    return path.sites().size() == 2 || current.known != Known.PLAN || current.has(path, nowNanos);
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
