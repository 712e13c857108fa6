package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The WAN as its topology file describes it. */
@Doc("The WAN as its topology file has it: it does not change while the controller runs.")
public record TopologyRow(
    @Doc("Its name.") String name,
    @Doc("All sites.") List<TopologySite> sites,
    @Doc("All links, each in one direction.") List<TopologyLink> links) {

  /** A site. */
  @Doc("A site.")
  public record TopologySite(
      @Doc("Its short name.") String id,
      @Doc("Where it is, for people.") String city,
      @Doc(value = "Degrees north, if known.", nullable = true) @Nullable Double latitude,
      @Doc(value = "Degrees east, if known.", nullable = true) @Nullable Double longitude,
      @Doc("How many worker hosts it has.") int hosts,
      @Doc("Its address ranges, CIDR.") List<String> subnets,
      @Doc(value = "The cap of all that leaves it, IP bytes/s, if it has one.", nullable = true) @Nullable Double egressBytesPerSecond,
      @Doc(value = "The cap of all that enters it, IP bytes/s, if it has one.", nullable = true) @Nullable Double ingressBytesPerSecond) {}

  /** A link. */
  @Doc("One direction of a link.")
  public record TopologyLink(
      @Doc("Such as NY:LA.") String id,
      @Doc("Where it begins.") String from,
      @Doc("Where it ends.") String to,
      @Doc("Its nominal capacity, IP bytes/s.") double capacityBytesPerSecond,
      @Doc("One way.") double latencyMillis,
      @Doc(value = "What 10^9 bytes over it cost, US dollars.", nullable = true) @Nullable Double egressUsdPerGigabyte) {}
}
