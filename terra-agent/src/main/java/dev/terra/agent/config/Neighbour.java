package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * One end of a link to a neighbouring site.
 *
 * @param local the address on this site's end: tunnels over this link leave from it and arrive at it
 * @param remote the address on the neighbour's end
 * @param remotePort the port on which the neighbour listens for tunnels, 1 to 65535
 * @param others the addresses at which further agents of the neighbouring site listen
 */
public record Neighbour(InetAddress local, InetAddress remote, int remotePort, List<InetSocketAddress> others) {
  /** Creates a neighbour with one agent. */
  public Neighbour(InetAddress local, InetAddress remote, int remotePort) {
    this(local, remote, remotePort, List.of());
  }

  /** Checks the port. */
  public Neighbour {
    others = List.copyOf(others);
    if (remotePort < 1 || remotePort > 65_535) {
      throw ConfigException.ofKey("neighbours", "expected a remote port from 1 to 65535, got " + remotePort);
    }
  }

  /** Returns one of the neighbour's addresses; consecutive turns go through all of them. */
  public InetSocketAddress at(int turn) {
    int index = Math.floorMod(turn, 1 + others.size());
    return index == 0 ? new InetSocketAddress(remote, remotePort) : others.get(index - 1);
  }

  /** Returns whether any of the neighbour's agents is at an address. */
  public boolean isAt(InetAddress address) {
    return remote.equals(address) || others.stream().anyMatch(other -> other.getAddress().equals(address));
  }

  /** Returns this neighbour with its ports shifted by an offset. */
  Neighbour plusPorts(int offset) {
    return new Neighbour(local, remote, remotePort + offset,
        others.stream().map(other -> new InetSocketAddress(other.getAddress(), other.getPort() + offset)).toList());
  }
}
