package dev.terra.shuffle.fetch;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The handler that has the map outputs of a fetch: an IP literal, since a name would be resolved on an event loop,
 * and a port.
 */
public record Origin(InetAddress ip, int port) {
  static Optional<Origin> parse(String text) {
    try {
      HostAndPort parsed = HostAndPort.fromString(text).requireBracketsForIPv6();
      Origin origin = new Origin(InetAddresses.forString(parsed.getHost()), parsed.getPort());
      return origin.toString().equals(text) && origin.port() > 0 ? Optional.of(origin) : Optional.empty();
    } catch (IllegalArgumentException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  /** Where to connect. */
  public InetSocketAddress address() {
    return new InetSocketAddress(ip, port);
  }

  @Override
  public String toString() {
    return InetAddresses.toUriString(ip) + ":" + port;
  }
}
