package dev.terra.certs;

import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The names and addresses by which browsers, Prometheus and others identify a server's host. Terra's own processes use the URI instead.
 *
 * @param names the DNS names, without a dot at the end; {@code *} may stand for the first part
 * @param addresses the addresses, IPv4 or IPv6
 */
public record HostNames(List<String> names, List<InetAddress> addresses) {
  /** No names, for a host to which only Terra's own processes connect. */
  public static final HostNames NONE = new HostNames(List.of(), List.of());
  private static final Pattern NAME = Pattern.compile(
      "(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");
  private static final int MOST_CHARACTERS = 253;

  /** Checks the names. */
  public HostNames {
    names = List.copyOf(names);
    addresses = List.copyOf(addresses);
    names.forEach(name -> {
      if (!isName(name)) {
        throw new IllegalArgumentException("expected a name of DNS or an IP address, got '" + name + "'");
      }
    });
  }

  /** Returns whether a text is a name that a certificate may contain. */
  public static boolean isName(String text) {
    return text.length() <= MOST_CHARACTERS && NAME.matcher(text).matches();
  }
}
