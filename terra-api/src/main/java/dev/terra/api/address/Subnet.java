package dev.terra.api.address;

import com.google.common.net.InetAddresses;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An IP network in CIDR notation, such as {@code 10.77.1.0/24} or {@code fd00:1::/64}.
 *
 * @param network any address of the network; bits after the prefix have no meaning
 * @param prefixBits the number of bits that its addresses have in common: 0 to 32 (IPv4) or 128 (IPv6)
 */
public record Subnet(InetAddress network, int prefixBits) {
  /** Orders networks such that more specific ones come first. */
  public static final Comparator<Subnet> MOST_SPECIFIC_FIRST = Comparator.comparingInt(Subnet::prefixBits).reversed();

  private static final Pattern CIDR = Pattern.compile("([^/]*)(?:/([0-9]{1,3}))?");

  /** Checks the prefix. */
  public Subnet {
    Objects.requireNonNull(network, "network");
    int bits = network.getAddress().length * Byte.SIZE;
    if (prefixBits < 0 || prefixBits > bits) {
      throw new IllegalArgumentException(
          "expected a prefix of 0 to " + bits + " bits, got '" + InetAddresses.toAddrString(network) + "/" + prefixBits + "'");
    }
  }

  /**
   * Reads a subnet in CIDR notation. An address without a prefix is a network of its own.
   *
   * @throws IllegalArgumentException if the text is anything else; the message states what was expected
   */
  public static Subnet parse(String cidr) {
    Matcher parts = CIDR.matcher(cidr);
    if (!parts.matches() || !InetAddresses.isInetAddress(parts.group(1))) {
      throw new IllegalArgumentException("expected a subnet such as 10.77.1.0/24, got '" + cidr + "'");
    }
    InetAddress network = InetAddresses.forString(parts.group(1));
    String prefix = parts.group(2);
    return new Subnet(network, prefix == null ? network.getAddress().length * Byte.SIZE : Integer.parseInt(prefix));
  }

  /**
   * Reads an IPv4 subnet in CIDR notation, as configurations contain it.
   *
   * @throws IllegalArgumentException if the text is anything else; the message states what was expected
   */
  public static Subnet ipv4(String cidr) {
    Subnet subnet = parse(cidr);
    if (subnet.network instanceof Inet4Address) {
      return subnet;
    }
    throw new IllegalArgumentException("expected a subnet such as 10.77.1.0/24, got '" + cidr + "': Terra speaks IPv4 only");
  }

  /** Returns whether an address belongs to the network; false for an address of the other IP version. */
  public boolean contains(InetAddress address) {
    byte[] ours = network.getAddress();
    byte[] theirs = address.getAddress();
    if (ours.length != theirs.length) {
      return false;
    }
    int whole = prefixBits / Byte.SIZE;
    for (int i = 0; i < whole; i++) {
      if (ours[i] != theirs[i]) {
        return false;
      }
    }
    int rest = prefixBits % Byte.SIZE;
    return rest == 0 || ((ours[whole] ^ theirs[whole]) & 0xff) >> (Byte.SIZE - rest) == 0;
  }
}
