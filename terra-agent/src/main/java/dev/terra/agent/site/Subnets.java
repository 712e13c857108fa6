package dev.terra.agent.site;

import com.google.common.net.InetAddresses;
import dev.terra.api.address.Subnet;
import dev.terra.config.ConfigException;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Maps addresses to sites by the topology's subnets; the longest matching prefix wins. An instance is immutable. */
public final class Subnets {
  private record Range(Subnet subnet, SiteId site) {}

  private final List<Range> ranges = new ArrayList<>();

  /**
   * Takes the subnets of a WAN's sites.
   *
   * @throws ConfigException if a subnet is not in CIDR notation
   */
  public Subnets(Wan wan) {
    for (Site site : wan.sites()) {
      site.subnets().forEach(cidr -> ranges.add(new Range(parse(cidr, site.id()), site.id())));
    }
    ranges.sort(Comparator.comparing(Range::subnet, Subnet.MOST_SPECIFIC_FIRST));
  }

  private static Subnet parse(String cidr, SiteId site) {
    try {
      return Subnet.ipv4(cidr);
    } catch (IllegalArgumentException e) {
      throw new ConfigException("topology: site " + site + ": " + e.getMessage());
    }
  }

  /** Returns the site of an address. */
  public Optional<SiteId> siteOf(InetAddress address) {
    return ranges.stream().filter(range -> range.subnet.contains(address)).map(Range::site).findFirst();
  }

  /** Returns the site of an address in text; empty if the text is not an IP literal. */
  public Optional<SiteId> siteOf(String address) {
    return InetAddresses.isInetAddress(address) ? siteOf(InetAddresses.forString(address)) : Optional.empty();
  }

  /** Returns the site of a handler by its key: its address, which a slash and its service may follow. */
  public Optional<SiteId> siteOfHandler(String handler) {
    int slash = handler.indexOf('/');
    return siteOf(slash < 0 ? handler : handler.substring(0, slash));
  }
}
