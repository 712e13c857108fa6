package dev.terra.shuffle.fetch;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address at which a node's handler serves: a port and an IP literal, since resolving a name would block an event loop. In an encrypted
 * shuffle, it has also the name for which the node's certificate is issued. It is written as {@code IP:PORT} or {@code IP:PORT/NAME}.
 *
 * @param name in the form that it has in an address, so with brackets if it is an IPv6 literal; present in an encrypted shuffle only
 */
public record ShuffleAddress(InetAddress ip, int port, Optional<String> name) {
  /** The form of a name, of which no character has to be escaped in a redirect. */
  private static final String NAME = "[A-Za-z0-9._-]{1,253}|\\[[0-9a-fA-F:.]{2,45}\\]";
  private static final Pattern NAME_FORM = Pattern.compile(NAME);
  private static final Pattern HOST_FORM = Pattern.compile("(" + NAME + "):([0-9]{1,5})");
  private static final int MAX_PORT = 65_535;

  /** Reads an address; empty where the text is malformed. */
  static Optional<ShuffleAddress> parse(String text) {
    int slash = text.indexOf('/');
    Optional<String> name = slash < 0 ? Optional.empty() : Optional.of(text.substring(slash + 1));
    try {
      HostAndPort parsed = HostAndPort.fromString(slash < 0 ? text : text.substring(0, slash)).requireBracketsForIPv6();
      ShuffleAddress address = new ShuffleAddress(InetAddresses.forString(parsed.getHost()), parsed.getPort(), name);
      return address.toString().equals(text) && address.port() > 0 ? Optional.of(address).filter(ShuffleAddress::isNameSound)
          : Optional.empty();
    } catch (IllegalArgumentException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  private boolean isNameSound() {
    return name.map(text -> NAME_FORM.matcher(text).matches()).orElse(true);
  }

  /**
   * Makes an address from a port and a name that others reported; an empty name stands for none. The result is empty where the port or the
   * name is invalid.
   */
  static Optional<ShuffleAddress> of(InetAddress ip, int port, String name) {
    ShuffleAddress address = new ShuffleAddress(ip, port, Optional.of(name).filter(text -> !text.isEmpty()));
    return port > 0 && port <= MAX_PORT ? Optional.of(address).filter(ShuffleAddress::isNameSound) : Optional.empty();
  }

  /** Returns the name in the header field {@code Host} by which a client has reached this node at a port. */
  static Optional<String> nameOf(String host, int port) {
    Matcher matcher = HOST_FORM.matcher(host);
    return matcher.matches() && Integer.parseInt(matcher.group(2)) == port ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Returns the address to which to connect. */
  public InetSocketAddress socket() {
    return new InetSocketAddress(ip, port);
  }

  /** Returns the address as clients write it in the header field {@code Host}. */
  public String host() {
    return name.orElseGet(() -> InetAddresses.toUriString(ip)) + ":" + port;
  }

  /** Returns the beginning of URLs of this node: scheme, name or IP literal, and port. */
  String url() {
    return (name.isPresent() ? "https://" : "http://") + host();
  }

  /**
   * Returns what distinguishes this node from others, for which a redirect to it is signed: its name or, without a name, its IP address.
   */
  String identity() {
    return name.orElseGet(ip::getHostAddress);
  }

  @Override
  public String toString() {
    return InetAddresses.toUriString(ip) + ":" + port + name.map(text -> "/" + text).orElse("");
  }
}
