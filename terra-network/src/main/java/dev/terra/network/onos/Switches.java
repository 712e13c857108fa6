package dev.terra.network.onos;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The switches of sites, and where their ports lead. It is immutable.
 *
 * @param sites the switch of each site
 */
public record Switches(ImmutableMap<SiteId, Place> sites) {
  /**
   * The switch of a site.
   *
   * @param device ONOS's name of the switch
   * @param hostPort the port that leads to the site's agent
   * @param address the address of the agent's tunnels, an IPv4 literal
   * @param mac the MAC address of the agent's host, which the switch sets as the destination of packets to the host; if empty, the
   *     switch does not change them
   * @param ports the ports to neighbouring sites, as far as they are known
   */
  public record Place(String device, String hostPort, String address, Optional<String> mac, ImmutableMap<SiteId, String> ports) {
    Place with(SiteId neighbour, String port) {
      ImmutableMap<SiteId, String> more = ImmutableMap.<SiteId, String>builder().putAll(ports).put(neighbour, port).buildKeepingLast();
      return new Place(device, hostPort, address, mac, more);
    }
  }

  /** Returns an instance with these switches. */
  public static Switches of(Map<SiteId, Place> sites) {
    return new Switches(ImmutableMap.copyOf(sites));
  }

  /**
   * The switch of a site.
   *
   * @throws NullPointerException if the site has no switch
   */
  Place place(SiteId site) {
    return Objects.requireNonNull(sites.get(site), () -> "no switch of " + site);
  }

  /** Returns the site of a switch, given by ONOS's name of it. */
  public Optional<SiteId> siteOf(String device) {
    return sites.entrySet().stream().filter(site -> site.getValue().device().equals(device)).map(Map.Entry::getKey).findFirst();
  }

  /** Returns the site whose tunnels have an address. */
  Optional<SiteId> siteOfAddress(String address) {
    return sites.entrySet().stream().filter(site -> site.getValue().address().equals(address)).map(Map.Entry::getKey).findFirst();
  }

  /** Returns the port of a site's switch that leads to another site; for the site itself, the port to its host. */
  public Optional<String> port(SiteId at, SiteId next) {
    return Optional.ofNullable(sites.get(at)).flatMap(place ->
        at.equals(next) ? Optional.of(place.hostPort()) : Optional.ofNullable(place.ports().get(next)));
  }

  /** Returns the site to which a port of a site's switch leads. */
  Optional<SiteId> next(SiteId at, String port) {
    Place place = place(at);
    return place.hostPort().equals(port) ? Optional.of(at)
        : place.ports().entrySet().stream().filter(to -> to.getValue().equals(port)).map(Map.Entry::getKey).findFirst();
  }

  /** Returns the link of the WAN that leaves a switch by a port. */
  public Optional<LinkId> link(String device, String port) {
    return siteOf(device).flatMap(from -> next(from, port).filter(to -> !to.equals(from)).map(to -> new LinkId(from, to)));
  }

  /** Returns these switches, completed by ports that ONOS has found where no port is given. */
  public Switches completedBy(Iterable<OnosLink> links) {
    Switches complete = this;
    for (OnosLink link : links) {
      complete = complete.completedBy(link);
    }
    return complete;
  }

  private Switches completedBy(OnosLink link) {
    Optional<SiteId> from = siteOf(link.fromDevice());
    Optional<SiteId> to = siteOf(link.toDevice());
    if (from.isEmpty() || to.isEmpty() || from.equals(to) || port(from.get(), to.get()).isPresent()) {
      return this;
    }
    ImmutableMap.Builder<SiteId, Place> more = ImmutableMap.<SiteId, Place>builder().putAll(sites);
    more.put(from.get(), place(from.get()).with(to.get(), link.fromPort()));
    return new Switches(more.buildKeepingLast());
  }
}
