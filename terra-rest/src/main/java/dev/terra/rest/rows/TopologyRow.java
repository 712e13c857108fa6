package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The WAN as its topology file describes it. */
@Doc("The WAN of the topology file. It does not change while the controller runs.")
public record TopologyRow(
    @Doc("The WAN's name.") String name,
    @Doc("All sites.") List<TopologySite> sites,
    @Doc("All links, each in one direction.") List<TopologyLink> links) {

  /** A site. */
  @Doc("A site.")
  public record TopologySite(
      @Doc("The site's short name.") String id,
      @Doc("The place of the site, for people.") String city,
      @Doc(value = "The latitude in degrees north, if known.", nullable = true) @Nullable Double latitude,
      @Doc(value = "The longitude in degrees east, if known.", nullable = true) @Nullable Double longitude,
      @Doc("How many worker hosts the site has.") int hosts,
      @Doc("The address ranges of the site's hosts, in CIDR notation.") List<String> subnets,
      @Doc(value = "The cap on all traffic that leaves the site, IP bytes/s, if it has one.", nullable = true)
          @Nullable Double egressBytesPerSecond,
      @Doc(value = "The cap on all traffic that enters the site, IP bytes/s, if it has one.", nullable = true)
          @Nullable Double ingressBytesPerSecond) {}

  /** A link. */
  @Doc("One direction of a link.")
  public record TopologyLink(
      @Doc("The link's id, such as NY:LA.") String id,
      @Doc("The site where the link begins.") String from,
      @Doc("The site where the link ends.") String to,
      @Doc("Its nominal capacity, IP bytes/s.") double capacityBytesPerSecond,
      @Doc("The latency in one direction.") double latencyMillis,
      @Doc(value = "The price of 10^9 bytes over the link, US dollars.", nullable = true) @Nullable Double egressUsdPerGigabyte) {}
}
