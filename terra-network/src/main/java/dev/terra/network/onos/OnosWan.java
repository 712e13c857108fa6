package dev.terra.network.onos;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Reads a WAN from ONOS: a site for each switch that is mapped to one, and the links that ONOS has found between these switches. */
public final class OnosWan {
  private static final double BYTES_PER_MEGABIT = 125_000;

  private OnosWan() {}

  /**
   * Reads the WAN.
   *
   * @param name the name of the WAN
   * @param latency the one-way latency of all links, which ONOS does not report
   * @throws OnosException if ONOS cannot be reached, or does not report the speed of a link's port
   */
  public static Wan read(OnosClient client, Switches switches, String name, Duration latency) throws OnosException {
    Map<String, Map<String, OnosPort>> ports = new HashMap<>();
    Map<LinkId, Link> links = new TreeMap<>();
    for (OnosLink link : client.links()) {
      Optional<SiteId> from = switches.siteOf(link.fromDevice());
      Optional<SiteId> to = switches.siteOf(link.toDevice());
      if (link.active() && from.isPresent() && to.isPresent() && !from.equals(to)) {
        LinkId id = new LinkId(from.get(), to.get());
        links.put(id, new Link(id, capacity(client, link, ports), latency, OptionalDouble.empty()));
      }
    }
    List<Site> sites = new ArrayList<>();
    switches.sites().keySet().stream().sorted().forEach(id -> sites.add(new Site(id, id.name(), Optional.empty(), 1, List.of())));
    return new Wan(name, sites, links.values());
  }

  private static Bandwidth capacity(OnosClient client, OnosLink link, Map<String, Map<String, OnosPort>> ports) throws OnosException {
    if (!ports.containsKey(link.fromDevice())) {
      Map<String, OnosPort> of = new HashMap<>();
      client.ports(link.fromDevice()).forEach(port -> of.put(port.port(), port));
      ports.put(link.fromDevice(), of);
    }
    OnosPort port = ports.get(link.fromDevice()).get(link.fromPort());
    if (port == null || port.megabitsPerSecond() <= 0) {
      throw new OnosException(OnosException.Kind.UNKNOWN,
          "ONOS reports no speed of port " + link.fromPort() + " of " + link.fromDevice() + "");
    }
    return new Bandwidth(port.megabitsPerSecond() * BYTES_PER_MEGABIT);
  }
}
