package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.net.InetAddress;

/**
 * The address and ports at which this site's agent accepts tunnels that the network routes.
 *
 * @param address an address that serves nothing else
 * @param firstPort the first of {@value #PORTS} ports; a multiple of that number
 */
public record EndToEnd(InetAddress address, int firstPort) {
  /** The number of ports: one for each path between two sites. */
  public static final int PORTS = 64;
  private static final int MAX_PORT = 65_535;

  /** Returns where the agent of a slice accepts its own tunnels: each slice has the same number of ports. */
  EndToEnd ofSlice(int slice) {
    return new EndToEnd(address, firstPort + slice * PORTS);
  }

  /** Checks the port. */
  public EndToEnd {
    if (firstPort < PORTS || firstPort % PORTS != 0 || firstPort + PORTS - 1 > MAX_PORT) {
      throw ConfigException.ofKey("tunnels.firstPort", "expected a multiple of " + PORTS + ", got " + firstPort);
    }
  }
}
