package dev.terra.controller;

import com.google.common.net.InetAddresses;
import dev.terra.api.address.Ipv4;
import dev.terra.config.ConfigException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Addresses as people write them. */
public final class Addresses {
  private Addresses() {}

  /**
   * Reads {@code HOST:PORT} or {@code IP:PORT}, and looks a name up.
   *
   * @throws ConfigException if it is neither, or the host is unknown or has no IPv4 address
   */
  public static InetSocketAddress parse(String key, String text) {
    try {
      return isLiteral(text) ? Ipv4.listening(text) : Ipv4.lookUp(Ipv4.peer(text)).get(0);
    } catch (IllegalArgumentException | UnknownHostException e) {
      throw new ConfigException("'" + key + "': " + e.getMessage());
    }
  }

  /** To listen on port 0 is to take a free one; nothing is to be had from it. */
  private static boolean isLiteral(String text) {
    return InetAddresses.isInetAddress(text.replaceFirst(":[0-9]*$", ""));
  }
}
