package dev.terra.controller;

import com.google.common.net.HostAndPort;
import dev.terra.config.ConfigException;
import java.net.InetSocketAddress;

/** Addresses as people write them. */
public final class Addresses {
  private Addresses() {}

  /**
   * Reads {@code HOST:PORT} or {@code [IPv6]:PORT}.
   *
   * @throws ConfigException if it is neither, or the host is unknown
   */
  public static InetSocketAddress parse(String key, String text) {
    try {
      HostAndPort parsed = HostAndPort.fromString(text);
      InetSocketAddress address = new InetSocketAddress(parsed.getHost(), parsed.getPort());
      if (!address.isUnresolved()) {
        return address;
      }
      throw new ConfigException("expected '" + key + "' to name a known host, got '" + text + "'");
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new ConfigException("expected '" + key + "' to be HOST:PORT, got '" + text + "'");
    }
  }
}
