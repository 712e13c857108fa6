package dev.terra.node.site;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;

/** An IP network in CIDR notation, such as {@code 10.77.1.0/24} or {@code fd00:1::/64}. */
record Subnet(InetAddress base, int prefixBits) {
  Subnet {
    int bits = base.getAddress().length * Byte.SIZE;
    if (prefixBits < 0 || prefixBits > bits) {
      throw new IllegalArgumentException("a prefix of " + base.getHostAddress() + " has 0 to " + bits + " bits, got " + prefixBits);
    }
  }

  /** Reads CIDR; an {@link IllegalArgumentException} says what was expected. */
  static Subnet parse(String cidr) {
    int slash = cidr.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("expected a subnet such as 10.1.0.0/16, got '" + cidr + "'");
    }
    return new Subnet(InetAddresses.forString(cidr.substring(0, slash)), Integer.parseInt(cidr.substring(slash + 1)));
  }

  boolean contains(InetAddress address) {
    byte[] mine = base.getAddress();
    byte[] theirs = address.getAddress();
    if (mine.length != theirs.length) {
      return false;
    }
    for (int bit = 0; bit < prefixBits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((mine[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
