package dev.terra.testbed.plan;

import dev.terra.core.wan.LinkId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Links that end in switches, one for each site, which forward by IP addresses and leave packets as they are. For the
 * routers they form one network in which every other router is a neighbour; the switches decide which way a packet
 * takes.
 *
 * <pre>
 *   router wan --- rI  switch sI  lJ === the link === lJ  switch ... router
 * </pre>
 *
 * <p>All switches are in one namespace, as one program runs them.
 */
public final class SwitchedFabric implements WanFabric {
  /** The namespace of the switches, without the prefix. */
  public static final String NAMESPACE = "switches";
  /** The switch's port to which its site's router is attached. */
  public static final int ROUTER_PORT = 1;
  /** The base of the numbers of links' ports. Link number j is at this port plus j, in both its switches. */
  public static final int LINK_PORT_BASE = 10;
  /** The cookie of the default routes' rules, which distinguishes them from other rules. */
  public static final String COOKIE = "0x7465737462656400";
  /** The interface of routers towards their switches. */
  private static final String ROUTER_DEVICE = "wan";
  private static final int ROUTE_PRIORITY = 10;
  private static final int PINNED_PRIORITY = 20;

  private final AddressPlan addresses;
  private final String prefix;

  /** Makes a fabric between routers whose namespaces begin with a prefix. */
  public SwitchedFabric(AddressPlan addresses, String prefix) {
    this.addresses = addresses;
    this.prefix = prefix;
  }

  /** Returns the switches' namespace, with its prefix. */
  public String namespace() {
    return prefix + NAMESPACE;
  }

  @Override
  public List<String> namespaces() {
    return List.of(namespace());
  }

  @Override
  public LinkEnd end(WanLink link, int end) {
    return new LinkEnd(namespace(), NetworkPlan.wireInterface(link, end));
  }

  @Override
  public String linkOptions(WanLink link, int end) {
    return "";
  }

  /** Returns the name of the port of a site's router in its switch. */
  public static String routerPortName(SiteNet site) {
    return "r" + site.number();
  }

  /** Returns the number of a link's port in both its switches. */
  public static int linkPort(WanLink link) {
    return LINK_PORT_BASE + link.number();
  }

  @Override
  public List<String> createInterfaces() {
    return addresses.sites().stream().map(site -> NetworkPlan.pair(ROUTER_DEVICE + " address " + site.switchedRouterMac(),
        prefix + site.routerName(), routerPortName(site), namespace())).toList();
  }

  @Override
  public void configure(Map<String, List<String>> linesByNamespace) {
    List<String> switches = linesByNamespace.get(namespace());
    addresses.sites().forEach(site -> {
      switches.add("link set " + routerPortName(site) + " up");
      configureRouter(site, linesByNamespace.get(prefix + site.routerName()));
    });
    for (WanLink link : addresses.links()) {
      for (int end = 1; end <= 2; end++) {
        switches.add("link set " + end(link, end).device() + " up");
        List<String> router = linesByNamespace.get(prefix + link.site(end).routerName());
        router.add("route add " + link.overlay(end) + "/32 via " + link.site(end).gatewayAddress() + " dev lan");
        router.add("route add " + link.overlay(3 - end) + "/32 via " + link.site(3 - end).switchedRouterAddress() + " dev "
            + ROUTER_DEVICE);
      }
    }
  }

  private void configureRouter(SiteNet site, List<String> router) {
    router.add("address add " + site.switchedRouterAddress() + "/24 dev " + ROUTER_DEVICE);
    router.add("link set " + ROUTER_DEVICE + " up");
    addresses.sites().stream().filter(other -> !other.equals(site)).forEach(other -> {
      router.add("neigh replace " + other.switchedRouterAddress() + " lladdr " + other.switchedRouterMac() + " dev " + ROUTER_DEVICE
          + " nud permanent");
      for (String destination : List.of(other.subnet(), other.tunnelAddress() + "/32")) {
        router.add("route add " + destination + " via " + other.switchedRouterAddress() + " dev " + ROUTER_DEVICE);
      }
    });
  }

  /** Returns no routes, as routers always send to their switch. */
  @Override
  public Map<String, List<String>> routes(Set<LinkId> cut) {
    return Map.of();
  }

  /**
   * Returns the rules of the default routes by switch, in the format of {@code ovs-ofctl add-flows}: one for each site,
   * and one for each link's overlay address, which stays on the link. Setting them again replaces their actions, so
   * they are never missing for a moment.
   *
   * @param cut links that routes avoid
   */
  public Map<String, List<String>> defaultRules(Set<LinkId> cut) {
    DefaultRoutes routes = WanFabric.routesWithout(addresses, cut);
    Map<String, List<String>> rules = new LinkedHashMap<>();
    for (SiteNet at : addresses.sites()) {
      List<String> lines = new ArrayList<>();
      for (SiteNet to : addresses.sites()) {
        String action = to.equals(at) ? output(ROUTER_PORT)
            : WanFabric.defaultLink(addresses, routes, at, to).map(link -> output(linkPort(link))).orElse("drop");
        List.of(to.subnet(), to.switchedRouterAddress(), to.tunnelAddress())
            .forEach(destination -> lines.add(rule(ROUTE_PRIORITY, destination, action)));
      }
      rules.put(at.switchName(), lines);
    }
    addresses.links().forEach(link -> pin(link, rules));
    return rules;
  }

  private static void pin(WanLink link, Map<String, List<String>> rules) {
    for (int end = 1; end <= 2; end++) {
      List<String> lines = rules.get(link.site(end).switchName());
      lines.add(rule(PINNED_PRIORITY, link.overlay(end), output(ROUTER_PORT)));
      lines.add(rule(PINNED_PRIORITY, link.overlay(3 - end), output(linkPort(link))));
    }
  }

  /** Returns the links in the format of {@code OnosServer}: a line for each direction, with both ends' devices and ports. */
  public List<String> cables() {
    return addresses.links().stream().flatMap(link -> Stream.of(cable(link, 1), cable(link, 2))).toList();
  }

  private static String cable(WanLink link, int from) {
    return connectPoint(link, from) + " " + connectPoint(link, 3 - from);
  }

  private static String connectPoint(WanLink link, int end) {
    return link.site(end).deviceId() + "/" + linkPort(link);
  }

  private static String output(int port) {
    return "output:" + port;
  }

  private static String rule(int priority, String destination, String action) {
    return "cookie=" + COOKIE + ",priority=" + priority + ",ip,nw_dst=" + destination + ",actions=" + action;
  }
}
