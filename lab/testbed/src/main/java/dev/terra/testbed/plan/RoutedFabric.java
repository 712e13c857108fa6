package dev.terra.testbed.plan;

import dev.terra.core.wan.LinkId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Links that end in the sites' routers.
 *
 * <pre>
 *   router wanJ === the link === wanJ router
 * </pre>
 */
public final class RoutedFabric implements WanFabric {
  private final AddressPlan addresses;
  private final String prefix;

  /** Makes a fabric between routers whose namespaces begin with a prefix. */
  public RoutedFabric(AddressPlan addresses, String prefix) {
    this.addresses = addresses;
    this.prefix = prefix;
  }

  @Override
  public List<String> namespaces() {
    return List.of();
  }

  @Override
  public LinkEnd end(WanLink link, int end) {
    return new LinkEnd(prefix + link.site(end).routerName(), link.routerInterface());
  }

  @Override
  public String linkOptions(WanLink link, int end) {
    return " address " + link.mac(end);
  }

  @Override
  public List<String> createInterfaces() {
    return List.of();
  }

  @Override
  public void configure(Map<String, List<String>> linesByNamespace) {
    for (WanLink link : addresses.links()) {
      for (int end = 1; end <= 2; end++) {
        configure(link, end, linesByNamespace.get(end(link, end).namespace()));
      }
    }
  }

  private static void configure(WanLink link, int end, List<String> router) {
    String farRouter = link.router(3 - end);
    String device = link.routerInterface();
    router.add("address add " + link.router(end) + "/30 dev " + device);
    router.add("link set " + device + " up");
    router.add("neigh replace " + farRouter + " lladdr " + link.mac(3 - end) + " dev " + device + " nud permanent");
    router.add("route add " + link.overlay(end) + "/32 via " + link.site(end).gatewayAddress() + " dev lan");
    router.add("route add " + link.overlay(3 - end) + "/32 via " + farRouter + " dev " + device);
  }

  @Override
  public Map<String, List<String>> routes(Set<LinkId> cut) {
    DefaultRoutes routes = WanFabric.routesWithout(addresses, cut);
    Map<String, List<String>> byNamespace = new LinkedHashMap<>();
    for (SiteNet from : addresses.sites()) {
      List<String> lines = new ArrayList<>();
      for (SiteNet to : addresses.sites()) {
        if (!to.equals(from)) {
          lines.add(route(routes, from, to, to.subnet()));
          lines.add(route(routes, from, to, to.tunnelAddress() + "/32"));
        }
      }
      byNamespace.put(prefix + from.routerName(), lines);
    }
    return byNamespace;
  }

  private String route(DefaultRoutes routes, SiteNet from, SiteNet to, String destination) {
    Optional<WanLink> link = WanFabric.defaultLink(addresses, routes, from, to);
    return link.map(next -> "route replace " + destination + " via " + next.router(next.endOf(from) == 1 ? 2 : 1) + " dev "
        + next.routerInterface()).orElse("route replace unreachable " + destination);
  }
}
