package dev.terra.agent.tunnel;

import com.google.common.net.InetAddresses;
import dev.terra.api.v1.PlannedTunnel;
import dev.terra.api.v1.SourcePorts;
import dev.terra.api.v1.TransportAddress;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.wan.Path;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Random;

/**
 * A planned tunnel.
 *
 * @param path the tunnel's sites
 * @param connectTo the address to connect to; empty for the address of the path's next site in the agent's configuration
 * @param connectFrom the addresses to bind, if {@code connectTo} is the path's last site and the network routes the connections; else empty
 */
public record TunnelTarget(Path path, Optional<InetSocketAddress> connectTo, Optional<Sources> connectFrom) {
  private static final int MAX_PORT = 65_535;

  /** The addresses that the connections of one tunnel may bind. */
  public record Sources(InetAddress ip, int first, int step, int count) {
    /**
     * Returns one of the addresses at random. Each attempt takes another one, since an address may be in use, or belong to a connection
     * that has just ended.
     */
    InetSocketAddress any(Random random) {
      return new InetSocketAddress(ip, first + step * random.nextInt(count));
    }
  }

  /** Creates a tunnel that sites relay, with another first address. */
  public TunnelTarget(Path path, InetSocketAddress connectTo) {
    this(path, Optional.of(connectTo), Optional.empty());
  }

  /** Returns a tunnel whose first address is the one in the agent's configuration. */
  public static TunnelTarget along(Path path) {
    return new TunnelTarget(path, Optional.empty(), Optional.empty());
  }

  /**
   * Returns a tunnel that the controller plans.
   *
   * @throws IllegalArgumentException if the path or an address is invalid
   */
  public static TunnelTarget of(PlannedTunnel planned) {
    Path path = WanPaths.of(planned.getPath());
    return new TunnelTarget(path, planned.hasConnectTo() ? Optional.of(address(planned.getConnectTo())) : Optional.empty(),
        planned.hasConnectFrom() ? Optional.of(sources(planned.getConnectFrom())) : Optional.empty());
  }

  private static InetSocketAddress address(TransportAddress message) {
    return new InetSocketAddress(InetAddresses.forString(message.getIp()), port(message.getPort()));
  }

  private static Sources sources(SourcePorts message) {
    if (message.getStep() < 1 || message.getCount() < 1 || message.getCount() > MAX_PORT || message.getStep() > MAX_PORT) {
      throw new IllegalArgumentException("expected ports to bind, got " + message);
    }
    port(message.getFirst());
    port((int) Math.min(Integer.MAX_VALUE, message.getFirst() + (long) message.getStep() * (message.getCount() - 1)));
    return new Sources(InetAddresses.forString(message.getIp()), message.getFirst(), message.getStep(), message.getCount());
  }

  private static int port(int port) {
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("expected a port from 1 to " + MAX_PORT + ", got " + Integer.toUnsignedString(port));
    }
    return port;
  }

  /** Returns whether the tunnel's connections lead straight to its far end. */
  boolean isEndToEnd() {
    return connectFrom.isPresent();
  }
}
