package dev.terra.agent.link;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.List;

/**
 * The connections and buffers with which a path's tunnel fills its links. A TCP connection moves at most a window in a round trip, so that
 * each hop needs windows of rate x round trip in all. Kernels size the buffers of a connection automatically up to a ceiling. Where that is
 * too low, larger buffers are set if the kernel allows it, and otherwise several connections share the load. Several connections also share
 * it where the product is large: a connection that has lost a packet, or has left slow start too soon, takes seconds to recover, and the
 * others carry bytes meanwhile. Pure.
 *
 * @param connections the number of the tunnel's connections, 1 to {@link #MAX_CONNECTIONS}
 * @param bufferBytes the size of each socket's buffers; 0 leaves it to the kernel
 */
public record SocketPlan(int connections, int bufferBytes) {
  /** One connection, whose buffers the kernel sizes. */
  public static final SocketPlan PLAIN = new SocketPlan(1, 0);
  /** The most connections. More would compete with each other more than they help. */
  public static final int MAX_CONNECTIONS = 8;
  /** The bytes that one connection is to carry in a round trip, while there are fewer than {@link #USUAL_CONNECTIONS} connections. */
  static final long SHARE_BYTES = 192 << 10;
  /** The most connections for products that one window could hold. */
  static final int USUAL_CONNECTIONS = 4;
  private static final double NANOS = 1e9;

  /**
   * The windows that a host's kernel allows, in bytes.
   *
   * @param automatic the window of a connection whose buffers the kernel sizes
   * @param explicit the window of a connection whose buffers are set
   */
  public record Limits(long automatic, long explicit) {}

  /**
   * Returns the plan for a path of a WAN. Where sites relay, the hop with the largest product decides. Where connections go from end to
   * end, the whole round trip counts. Links that are not known are ignored.
   */
  public static SocketPlan of(Wan wan, Path path, boolean endToEnd, Limits limits) {
    List<SiteId> sites = path.sites();
    double rate = Double.POSITIVE_INFINITY;
    Duration longest = Duration.ZERO;
    Duration all = Duration.ZERO;
    for (int i = 0; i + 1 < sites.size(); i++) {
      Link link = wan.link(new LinkId(sites.get(i), sites.get(i + 1))).orElse(null);
      if (link != null) {
        rate = Math.min(rate, link.capacity().bytesPerSecond());
        longest = link.latency().compareTo(longest) > 0 ? link.latency() : longest;
        all = all.plus(link.latency());
      }
    }
    return Double.isInfinite(rate) ? PLAIN : of(rate * 2 * (endToEnd ? all : longest).toNanos() / NANOS, limits);
  }

  /** Returns the plan for a product of rate and round trip, in bytes. */
  public static SocketPlan of(double productBytes, Limits limits) {
    int usual = (int) Math.max(1, Math.min(USUAL_CONNECTIONS, Math.ceil(productBytes / SHARE_BYTES)));
    if (productBytes / usual <= limits.automatic) {
      return new SocketPlan(usual, 0);
    }
    if (limits.explicit > limits.automatic) {
      int connections = Math.max(usual, connections(productBytes, limits.explicit));
      return new SocketPlan(connections, (int) Math.min((double) limits.explicit, Math.ceil(productBytes / connections)));
    }
    return new SocketPlan(connections(productBytes, limits.automatic), 0);
  }

  private static int connections(double productBytes, long window) {
    return (int) Math.min(MAX_CONNECTIONS, Math.ceil(productBytes / window));
  }
}
