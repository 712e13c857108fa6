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
 * A tunnel that is planned.
 *
 * @param path its sites
 * @param connectTo what its connections connect to; empty: the path's next site, as the agent's configuration says
 * @param connectFrom what they bind, if {@code connectTo} is the path's last site and the network routes them; else empty
 */
public record TunnelTarget(Path path, Optional<InetSocketAddress> connectTo, Optional<Sources> connectFrom) {
  private static final int MAX_PORT = 65_535;

  /** The addresses that the connections of one tunnel may bind. */
  public record Sources(InetAddress ip, int first, int step, int count) {
    /** One of them: each attempt takes another, since one may be in use, or of a connection that has just ended. */
    InetSocketAddress any(Random random) {
      return new InetSocketAddress(ip, first + step * random.nextInt(count));
    }
  }

  /** A tunnel that sites pass on, with another first address. */
  public TunnelTarget(Path path, InetSocketAddress connectTo) {
    this(path, Optional.of(connectTo), Optional.empty());
  }

  /** A tunnel that begins as the agent's configuration says. */
  public static TunnelTarget along(Path path) {
    return new TunnelTarget(path, Optional.empty(), Optional.empty());
  }

  /**
   * A tunnel as the controller plans it.
   *
   * @throws IllegalArgumentException if the path is none, or the address
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

  /** Whether its connections lead straight to its far end. */
  boolean isEndToEnd() {
    return connectFrom.isPresent();
  }
}
