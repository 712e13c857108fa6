package dev.terra.node.site;

import com.google.common.collect.ImmutableListMultimap;
import dev.terra.api.address.Subnet;
import dev.terra.api.v1.AgentWelcome;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;

/** The map from addresses to sites that the site's agent has sent: the most specific subnet wins. Immutable. */
public final class SiteMap {
  private final String ownSite;
  private final ImmutableListMultimap<String, Subnet> subnets;

  private SiteMap(String ownSite, ImmutableListMultimap<String, Subnet> subnets) {
    this.ownSite = ownSite;
    this.subnets = subnets;
  }

  /** Reads an agent's welcome; the message of an {@link IllegalArgumentException} names the subnet that is malformed. */
  public static SiteMap of(AgentWelcome welcome) {
    ImmutableListMultimap.Builder<String, Subnet> all = ImmutableListMultimap.builder();
    welcome.getSitesList().forEach(site -> site.getSubnetsList().forEach(cidr -> all.put(site.getSite(), Subnet.parse(cidr))));
    return new SiteMap(welcome.getSite(), all.build());
  }

  /** Returns the site of this node. */
  public String ownSite() {
    return ownSite;
  }

  /** Returns the site of an address, if the address is in a known site. */
  public Optional<String> siteOf(InetAddress address) {
    return subnets.entries().stream().filter(entry -> entry.getValue().contains(address))
        .max((left, right) -> Integer.compare(left.getValue().prefixBits(), right.getValue().prefixBits()))
        .map(Map.Entry::getKey);
  }
}
