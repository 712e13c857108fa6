package dev.terra.agent.site;

import com.google.common.net.InetAddresses;
import dev.terra.agent.config.ConfigException;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which site an address belongs to, by the topology's subnets; the longest prefix wins. Immutable. */
public final class Subnets {
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Subnet(byte[] network, int prefix, SiteId site) {}

  private final List<Subnet> subnets = new ArrayList<>();

  /**
   * The subnets of a WAN's sites.
   *
   * @throws ConfigException on one that is no CIDR
   */
  public Subnets(Wan wan) {
    for (Site site : wan.sites()) {
      site.subnets().forEach(cidr -> subnets.add(parse(cidr, site.id())));
    }
    subnets.sort((a, b) -> Integer.compare(b.prefix, a.prefix));
  }

  private static Subnet parse(String cidr, SiteId site) {
    int slash = cidr.indexOf('/');
    String address = slash < 0 ? cidr : cidr.substring(0, slash);
    if (!InetAddresses.isInetAddress(address)) {
      throw new ConfigException("topology: site " + site + ": expected a subnet such as 10.77.1.0/24, got '" + cidr + "'");
    }
    byte[] network = InetAddresses.forString(address).getAddress();
    int bits = network.length * 8;
    try {
      int prefix = slash < 0 ? bits : Integer.parseInt(cidr.substring(slash + 1));
      if (prefix >= 0 && prefix <= bits) {
        return new Subnet(network, prefix, site);
      }
    } catch (NumberFormatException e) {
      // reported below, like a prefix out of range
    }
    throw new ConfigException("topology: site " + site + ": expected a prefix of 0 to " + bits + " bits, got '" + cidr + "'");
  }

  /** The site of an address. */
  public Optional<SiteId> siteOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    return subnets.stream().filter(subnet -> contains(subnet, bytes)).map(Subnet::site).findFirst();
  }

  /** The site of an address in text; none if it is no IP literal. */
  public Optional<SiteId> siteOf(String address) {
    return InetAddresses.isInetAddress(address) ? siteOf(InetAddresses.forString(address)) : Optional.empty();
  }

  private static boolean contains(Subnet subnet, byte[] address) {
    if (address.length != subnet.network.length) {
      return false;
    }
    for (int bit = 0; bit < subnet.prefix; bit += 8) {
      int mask = subnet.prefix - bit >= 8 ? 0xff : (0xff << (8 - (subnet.prefix - bit))) & 0xff;
      if ((address[bit / 8] & mask) != (subnet.network[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
