package dev.terra.node.agent;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Where an agent listens for handlers: an IP literal (names would have to be resolved on an event loop) and a port, 1
 * to 65535.
 */
public record AgentAddress(InetAddress ip, int port) {
  /** Checks the port. */
  public AgentAddress {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("expected a port from 1 to 65535, got " + port);
    }
  }

  /** Reads {@code 10.77.1.200:7201} or {@code [fd00::1]:7201}. */
  public static AgentAddress parse(String text) {
    try {
      HostAndPort parsed = HostAndPort.fromString(text).requireBracketsForIPv6();
      return new AgentAddress(InetAddresses.forString(parsed.getHost()), parsed.getPort());
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new IllegalArgumentException("expected IP:port, got '" + text + "'", e);
    }
  }

  /** The same host at another port. */
  public InetSocketAddress at(int otherPort) {
    return new InetSocketAddress(ip, otherPort);
  }

  @Override
  public String toString() {
    return InetAddresses.toUriString(ip) + ":" + port;
  }
}
