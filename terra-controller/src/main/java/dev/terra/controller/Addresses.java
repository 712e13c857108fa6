package dev.terra.controller;

import com.google.common.net.InetAddresses;
import dev.terra.api.address.Ipv4;
import dev.terra.config.ConfigException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Reads addresses as people write them in configuration files. */
public final class Addresses {
  private Addresses() {}

  /**
   * Reads {@code HOST:PORT} or {@code IP:PORT}, and looks up the name of a host.
   *
   * @throws ConfigException if the text is neither, or the host is unknown or has no IPv4 address
   */
  public static InetSocketAddress parse(String key, String text) {
    try {
      return isLiteral(text) ? Ipv4.listening(text) : Ipv4.lookUp(Ipv4.peer(text)).get(0);
    } catch (IllegalArgumentException | UnknownHostException e) {
      throw new ConfigException("'" + key + "': " + e.getMessage());
    }
  }

  /** Returns whether the host is written as an IP address. Only such an address may have port 0, which stands for any free port. */
  private static boolean isLiteral(String text) {
    return InetAddresses.isInetAddress(text.replaceFirst(":[0-9]*$", ""));
  }
}
