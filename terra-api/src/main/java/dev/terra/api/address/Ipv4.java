package dev.terra.api.address;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the IPv4 addresses of configurations. Terra uses IPv4 only. A peer to which a process connects may be given by its host name, which
 * is looked up at each attempt. An address on which a process listens, and the ends of tunnels, by which the other side identifies an
 * agent, have to be addresses.
 */
public final class Ipv4 {
  private static final String ONLY = ": Terra speaks IPv4 only";
  private static final String NO_NAME = ": an address is needed here, names are not taken";
  private static final Pattern NAME = Pattern.compile("(?=.*[A-Za-z_])[A-Za-z0-9_.-]{1,253}");

  private Ipv4() {}

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if the text is anything else; the message states what was expected
   */
  public static InetAddress address(String text) {
    return literal(text, "an IPv4 address", text);
  }

  /**
   * Reads {@code IP:PORT}.
   *
   * @throws IllegalArgumentException if the text is anything else; the message states what was expected
   */
  public static InetSocketAddress listening(String text) {
    HostAndPort parts = parts(text, "IP:PORT");
    return new InetSocketAddress(literal(parts.getHost(), "IP:PORT", text), parts.getPort());
  }

  /**
   * Reads {@code HOST:PORT} or {@code IP:PORT} of another process. Names stay {@link #lookUp unresolved}.
   *
   * @throws IllegalArgumentException if the text is anything else; the message states what was expected
   */
  public static InetSocketAddress peer(String text) {
    HostAndPort parts = parts(text, "HOST:PORT");
    if (parts.getPort() == 0) {
      throw problem("HOST:PORT with a port from 1 to 65535", text, "");
    }
    return isName(parts.getHost()) ? InetSocketAddress.createUnresolved(parts.getHost(), parts.getPort())
        : new InetSocketAddress(literal(parts.getHost(), "HOST:PORT", text), parts.getPort());
  }

  private static HostAndPort parts(String text, String expected) {
    try {
      HostAndPort parts = HostAndPort.fromString(text);
      if (parts.hasPort()) {
        return parts;
      }
    } catch (IllegalArgumentException e) {
      throw problem(expected, text, "");
    }
    throw problem(expected, text, InetAddresses.isInetAddress(text) && text.contains(":") ? ONLY : "");
  }

  private static InetAddress literal(String host, String expected, String text) {
    if (!InetAddresses.isInetAddress(host)) {
      throw problem(expected, text, isName(host) ? NO_NAME : "");
    }
    InetAddress address = InetAddresses.forString(host);
    if (address instanceof Inet4Address) {
      return address;
    }
    throw problem(expected, text, ONLY);
  }

  private static IllegalArgumentException problem(String expected, String text, String why) {
    return new IllegalArgumentException("expected " + expected + ", got '" + text + "'" + why);
  }

  /** Returns whether a host is given by its name. */
  public static boolean isName(String host) {
    return NAME.matcher(host).matches();
  }

  /**
   * Returns all IPv4 addresses of a peer, in the resolver's order. If the peer is given by its address, it returns this address. It may
   * block for as long as the resolver does.
   *
   * @throws UnknownHostException if the name is not known, or has no IPv4 address
   */
  public static List<InetSocketAddress> lookUp(InetSocketAddress peer) throws UnknownHostException {
    if (!peer.isUnresolved()) {
      return List.of(peer);
    }
    String host = peer.getHostString();
    List<InetSocketAddress> found = Stream.of(all(host)).filter(Inet4Address.class::isInstance)
        .map(address -> new InetSocketAddress(nameless(address), peer.getPort())).toList();
    if (found.isEmpty()) {
      throw new UnknownHostException("the host " + host + " has no IPv4 address, and Terra speaks IPv4 only");
    }
    return found;
  }

  private static InetAddress[] all(String host) throws UnknownHostException {
    try {
      return InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      throw new UnknownHostException("the host " + host + " is not known here (" + e.getMessage() + ")");
    }
  }

  /** Returns the address without its name, which Java would print as a part of the address. */
  private static InetAddress nameless(InetAddress address) {
    return InetAddresses.fromInteger(InetAddresses.coerceToInteger(address));
  }
}
