package dev.terra.testbed.plan;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Further addresses of the gateway hosts, each with routes of its own, so that multi-path transports have several paths
 * to choose from. In plane number p, site number i's gateway is 10.(80+p).i.200. Plane 0 stands for the ordinary
 * addresses and routes; each further plane avoids the links that the planes before it use most. DefaultRoutes are per
 * destination, so they never loop.
 */
public final class Planes {
  /**
   * The additional latency of the most used link of earlier planes when the routes of the next plane are chosen. Other
   * links have a part of it.
   */
  private static final long PENALTY_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int FIRST_OCTET = 80;

  private final AddressPlan addresses;
  private final List<DefaultRoutes> routes = new ArrayList<>();

  /** Makes a number of planes beside the ordinary one. */
  public Planes(AddressPlan addresses, int count) {
    this.addresses = addresses;
    Wan wan = addresses.wan();
    Map<LinkId, Long> uses = new HashMap<>();
    countUses(wan, new DefaultRoutes(wan), uses);
    for (int i = 0; i < count; i++) {
      long most = uses.values().stream().mapToLong(Long::longValue).max().orElse(1);
      Map<LinkId, Long> soFar = Map.copyOf(uses);
      Wan weighted = wan.mapLinks(link -> new Link(link.id(), link.capacity(),
          link.latency().plusNanos(PENALTY_NANOS * soFar.getOrDefault(link.id(), 0L) / most), link.price(), link.measured()));
      DefaultRoutes plane = new DefaultRoutes(weighted, false);
      countUses(wan, plane, uses);
      routes.add(plane);
    }
  }

  private static void countUses(Wan wan, DefaultRoutes routes, Map<LinkId, Long> uses) {
    for (var from : wan.sites()) {
      for (var to : wan.sites()) {
        SiteId at = from.id();
        Optional<SiteId> next = routes.nextHop(at, to.id());
        while (next.isPresent()) {
          uses.merge(new LinkId(at, next.get()), 1L, Long::sum);
          at = next.get();
          next = routes.nextHop(at, to.id());
        }
      }
    }
  }

  /** Returns the address of a site's gateway host in a plane, from 1. */
  public String gatewayAddress(SiteId site, int plane) {
    String[] octets = addresses.site(site).gatewayAddress().split("\\.");
    return "10." + (FIRST_OCTET + plane) + "." + octets[2] + "." + octets[3];
  }

  /** Returns the lines for {@code ip -batch} by namespace, without the prefix. They can be repeated safely. */
  public Map<String, List<String>> lines() {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    for (int plane = 1; plane <= routes.size(); plane++) {
      for (SiteNet site : addresses.sites()) {
        configure(plane, site, lines);
      }
    }
    return lines;
  }

  private void configure(int plane, SiteNet site, Map<String, List<String>> lines) {
    List<String> gateway = lines.computeIfAbsent(addresses.gateway(site.site()).name(), name -> new ArrayList<>());
    String own = gatewayAddress(site.site(), plane);
    gateway.add("address replace " + own + "/32 dev eth0");
    gateway.add("route replace 10." + (FIRST_OCTET + plane) + ".0.0/16 via " + site.routerAddress() + " dev eth0 src " + own);
    List<String> router = lines.computeIfAbsent(site.routerName(), name -> new ArrayList<>());
    router.add("route replace " + own + "/32 dev lan");
    for (SiteNet to : addresses.sites()) {
      routes.get(plane - 1).nextHop(site.site(), to.site()).ifPresent(next ->
          router.add("route replace " + gatewayAddress(to.site(), plane) + "/32 via " + via(site.site(), next)));
    }
  }

  private String via(SiteId from, SiteId next) {
    WanLink link = addresses.link(from, next);
    boolean first = link.first().site().equals(from);
    return (first ? link.secondRouter() : link.firstRouter()) + " dev " + link.routerInterface();
  }
}
