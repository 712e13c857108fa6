package dev.terra.shuffle.fetch;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a node's handler serves: an IP literal, since a name would be resolved on an event loop, and a port. In an encrypted shuffle also
 * the name for which its certificate is. Written as {@code IP:PORT} or {@code IP:PORT/NAME}.
 *
 * @param name as it stands in an address, so with brackets if it is an IPv6 literal; in an encrypted shuffle, and only there
 */
public record ShuffleAddress(InetAddress ip, int port, Optional<String> name) {
  /** Nothing of a name has to be escaped in a redirect. */
  private static final String NAME = "[A-Za-z0-9._-]{1,253}|\\[[0-9a-fA-F:.]{2,45}\\]";
  private static final Pattern NAME_FORM = Pattern.compile(NAME);
  private static final Pattern HOST_FORM = Pattern.compile("(" + NAME + "):([0-9]{1,5})");
  private static final int MAX_PORT = 65_535;

  /** Reads one; empty where it is malformed. */
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

  /** One of which others say the port and, in an encrypted shuffle, the name, else an empty one; empty where that cannot be. */
  static Optional<ShuffleAddress> of(InetAddress ip, int port, String name) {
    ShuffleAddress address = new ShuffleAddress(ip, port, Optional.of(name).filter(text -> !text.isEmpty()));
    return port > 0 && port <= MAX_PORT ? Optional.of(address).filter(ShuffleAddress::isNameSound) : Optional.empty();
  }

  /** The name by which a client has reached this node at a port, as its field {@code Host} tells. */
  static Optional<String> nameOf(String host, int port) {
    Matcher matcher = HOST_FORM.matcher(host);
    return matcher.matches() && Integer.parseInt(matcher.group(2)) == port ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Where to connect. */
  public InetSocketAddress socket() {
    return new InetSocketAddress(ip, port);
  }

  /** What clients call it, as a field {@code Host} says it. */
  public String host() {
    return name.orElseGet(() -> InetAddresses.toUriString(ip)) + ":" + port;
  }

  /** How clients reach it: its scheme, and what they call it. */
  String url() {
    return (name.isPresent() ? "https://" : "http://") + host();
  }

  /** What tells it from other nodes, for which a redirect to it is signed: its name, or where it has none its address. */
  String identity() {
    return name.orElseGet(ip::getHostAddress);
  }

  @Override
  public String toString() {
    return InetAddresses.toUriString(ip) + ":" + port + name.map(text -> "/" + text).orElse("");
  }
}
