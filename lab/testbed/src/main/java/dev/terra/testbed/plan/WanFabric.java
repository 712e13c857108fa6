package dev.terra.testbed.plan;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The network between the sites' routers and the links. Names of namespaces include their prefix. */
public interface WanFabric {
  /**
   * One end of a link.
   *
   * @param namespace of its interface
   * @param device the interface's name there
   */
  record LinkEnd(String namespace, String device) {}

  /** Returns the namespaces that it needs besides those of routers and hosts. */
  List<String> namespaces();

  /** Returns the place of an end of a link: 1 at its first site, 2 at its second. */
  LinkEnd end(WanLink link, int end);

  /** Returns the options of {@code ip link add} for that end's interface besides its name. */
  String linkOptions(WanLink link, int end);

  /** Returns the lines for {@code ip -batch} that create interfaces besides those of links and hosts. */
  List<String> createInterfaces();

  /** Adds to each namespace the lines that give its interfaces towards other sites their addresses and bring them up. */
  void configure(Map<String, List<String>> linesByNamespace);

  /**
   * Returns the lines by router namespace that set the route to every other site, with these links cut. They can be
   * repeated safely.
   */
  Map<String, List<String>> routes(Set<LinkId> cut);

  /** Returns the first link of the default route between two sites with some links cut; empty if there is none. */
  static Optional<WanLink> defaultLink(AddressPlan addresses, DefaultRoutes routes, SiteNet from, SiteNet to) {
    return routes.nextHop(from.site(), to.site()).map((SiteId next) -> addresses.link(from.site(), next));
  }

  /** Returns the default routes of a plan's WAN without the links that are cut. */
  static DefaultRoutes routesWithout(AddressPlan addresses, Set<LinkId> cut) {
    Wan alive = addresses.wan().keepLinks(link -> !cut.contains(link.id()));
    return new DefaultRoutes(alive);
  }
}
