package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.net.InetAddress;

/**
 * One end of a link to a neighbouring site.
 *
 * @param local the address on our end: tunnels over this link leave from it and arrive at it
 * @param remote the address on the neighbour's end
 * @param remotePort where the neighbour listens for tunnels, 1 to 65535
 */
public record Neighbour(InetAddress local, InetAddress remote, int remotePort) {
  /** Checks the port. */
  public Neighbour {
    if (remotePort < 1 || remotePort > 65_535) {
      throw ConfigException.ofKey("neighbours", "expected a remote port from 1 to 65535, got " + remotePort);
    }
  }
}
