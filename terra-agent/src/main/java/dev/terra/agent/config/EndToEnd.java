package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.net.InetAddress;

/**
 * Where this site's agent accepts tunnels that the network routes.
 *
 * @param address that serves nothing else
 * @param firstPort the first of {@value #PORTS}; a multiple of that
 */
public record EndToEnd(InetAddress address, int firstPort) {
  /** One for each path between two sites. */
  public static final int PORTS = 64;
  private static final int MAX_PORT = 65_535;

  /** Where the agent of a slice accepts its own: each has as many ports. */
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
