package dev.terra.node.agent;

import com.google.common.net.InetAddresses;
import dev.terra.api.address.Ipv4;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * The address at which an agent listens for handlers.
 *
 * @param host an IPv4 address, or a name, which is looked up at each attempt
 * @param port 1 to 65535
 */
public record AgentAddress(String host, int port) {
  /** Checks the port. */
  public AgentAddress {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("expected a port from 1 to 65535, got " + port);
    }
  }

  /** Creates the address of an agent that is given by an IP address. */
  public AgentAddress(InetAddress ip, int port) {
    this(InetAddresses.toAddrString(ip), port);
  }

  /** Reads {@code 10.77.1.200:7201} or {@code agents.east:7201}. */
  public static AgentAddress parse(String text) {
    InetSocketAddress peer = Ipv4.peer(text);
    return new AgentAddress(peer.getHostString(), peer.getPort());
  }

  /** Returns the address if the host is an IP address; empty if it has to be looked up. */
  Optional<InetSocketAddress> literal() {
    return Ipv4.isName(host) ? Optional.empty() : Optional.of(new InetSocketAddress(InetAddresses.forString(host), port));
  }

  /** Looks the address up; of several addresses, consecutive turns go through all. It may block for as long as the resolver does. */
  public InetSocketAddress lookUp(int turn) throws UnknownHostException {
    List<InetSocketAddress> found = Ipv4.lookUp(InetSocketAddress.createUnresolved(host, port));
    return found.get(Math.floorMod(turn, found.size()));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
