package dev.terra.network.onos;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which switch is at which site, and which of its ports leads where. Immutable.
 *
 * @param sites by site
 */
public record Switches(ImmutableMap<SiteId, Place> sites) {
  /**
   * A site's switch.
   *
   * @param device ONOS's name of it
   * @param hostPort the port that leads to the site's agent
   * @param address of the agent's tunnels, an IPv4 literal
   * @param mac of the agent's host, which the switch puts into what it hands over; empty: it leaves that as it is
   * @param ports by neighbouring site, as far as they are known
   */
  public record Place(String device, String hostPort, String address, Optional<String> mac, ImmutableMap<SiteId, String> ports) {
    Place with(SiteId neighbour, String port) {
      ImmutableMap<SiteId, String> more = ImmutableMap.<SiteId, String>builder().putAll(ports).put(neighbour, port).buildKeepingLast();
      return new Place(device, hostPort, address, mac, more);
    }
  }

  /** These switches. */
  public static Switches of(Map<SiteId, Place> sites) {
    return new Switches(ImmutableMap.copyOf(sites));
  }

  /**
   * A site's switch.
   *
   * @throws NullPointerException if there is none
   */
  Place place(SiteId site) {
    return Objects.requireNonNull(sites.get(site), () -> "no switch of " + site);
  }

  /** The site of a device. */
  public Optional<SiteId> siteOf(String device) {
    return sites.entrySet().stream().filter(site -> site.getValue().device().equals(device)).map(Map.Entry::getKey).findFirst();
  }

  /** The site whose tunnels have an address. */
  Optional<SiteId> siteOfAddress(String address) {
    return sites.entrySet().stream().filter(site -> site.getValue().address().equals(address)).map(Map.Entry::getKey).findFirst();
  }

  /** The port of a site's switch that leads to another site; to the site itself: the one to its host. */
  public Optional<String> port(SiteId at, SiteId next) {
    return Optional.ofNullable(sites.get(at)).flatMap(place ->
        at.equals(next) ? Optional.of(place.hostPort()) : Optional.ofNullable(place.ports().get(next)));
  }

  /** Where a port of a site's switch leads. */
  Optional<SiteId> next(SiteId at, String port) {
    Place place = place(at);
    return place.hostPort().equals(port) ? Optional.of(at)
        : place.ports().entrySet().stream().filter(to -> to.getValue().equals(port)).map(Map.Entry::getKey).findFirst();
  }

  /** The link of the WAN that leaves a switch by a port. */
  public Optional<LinkId> link(String device, String port) {
    return siteOf(device).flatMap(from -> next(from, port).filter(to -> !to.equals(from)).map(to -> new LinkId(from, to)));
  }

  /** With the ports that ONOS has found where none were given. */
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
