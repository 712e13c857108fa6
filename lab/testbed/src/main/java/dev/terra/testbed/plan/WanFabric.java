package dev.terra.testbed.plan;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What stands between the sites' routers and the links. Namespaces are with their prefix. */
public interface WanFabric {
  /**
   * One end of a link.
   *
   * @param namespace where its interface is
   * @param device the interface's name there
   */
  record LinkEnd(String namespace, String device) {}

  /** Namespaces that it needs besides those of routers and hosts. */
  List<String> namespaces();

  /** Where an end of a link is: 1 at its first site, 2 at its second. */
  LinkEnd end(WanLink link, int end);

  /** What {@code ip link add} says of that end's interface besides its name. */
  String linkOptions(WanLink link, int end);

  /** Lines for {@code ip -batch} that create interfaces besides those of links and hosts. */
  List<String> createInterfaces();

  /** Adds to each namespace the lines that give its interfaces towards other sites their addresses and bring them up. */
  void configure(Map<String, List<String>> linesByNamespace);

  /** Lines by router namespace that set the route to every other site, with these links cut. Safe to repeat. */
  Map<String, List<String>> routes(Set<LinkId> cut);

  /** The first link of the default route between two sites with some links cut; empty if there is none. */
  static Optional<WanLink> defaultLink(AddressPlan addresses, DefaultRoutes routes, SiteNet from, SiteNet to) {
    return routes.nextHop(from.site(), to.site()).map((SiteId next) -> addresses.link(from.site(), next));
  }

  /** The default routes of a plan's WAN without the links that are cut. */
  static DefaultRoutes routesWithout(AddressPlan addresses, Set<LinkId> cut) {
    Wan alive = addresses.wan().keepLinks(link -> !cut.contains(link.id()));
    return new DefaultRoutes(alive);
  }
}
