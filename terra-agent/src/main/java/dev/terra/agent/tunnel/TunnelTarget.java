package dev.terra.agent.tunnel;

import com.google.common.net.InetAddresses;
import dev.terra.api.v1.PlannedTunnel;
import dev.terra.api.v1.TransportAddress;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A tunnel that is planned.
 *
 * @param path its sites
 * @param connectTo what its connections connect to; empty: the path's next site, as the agent's configuration says
 */
public record TunnelTarget(Path path, Optional<InetSocketAddress> connectTo) {
  private static final int MAX_PORT = 65_535;

  /** A tunnel that begins as the agent's configuration says. */
  public static TunnelTarget along(Path path) {
    return new TunnelTarget(path, Optional.empty());
  }

  /**
   * A tunnel as the controller plans it.
   *
   * @throws IllegalArgumentException if the path is none, or the address
   */
  public static TunnelTarget of(PlannedTunnel planned) {
    Path path = Path.of(planned.getPath().getSitesList().stream().map(SiteId::new).toList());
    return new TunnelTarget(path, planned.hasConnectTo() ? Optional.of(address(planned.getConnectTo())) : Optional.empty());
  }

  private static InetSocketAddress address(TransportAddress message) {
    if (message.getPort() < 1 || message.getPort() > MAX_PORT) {
      throw new IllegalArgumentException("expected a port from 1 to " + MAX_PORT + ", got " + Integer.toUnsignedString(message.getPort()));
    }
    return new InetSocketAddress(InetAddresses.forString(message.getIp()), message.getPort());
  }
}
