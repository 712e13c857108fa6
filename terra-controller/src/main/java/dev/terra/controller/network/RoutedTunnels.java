package dev.terra.controller.network;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.v1.RouteRule;
import dev.terra.controller.core.network.NetworkFigures;
import dev.terra.controller.core.network.TransportEndpoint;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Role;
import dev.terra.network.rules.Route;
import dev.terra.network.rules.RuleMatch;
import dev.terra.network.rules.TunnelPorts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The ends of tunnels that the network routes. Each site has one address for tunnels, and the ports determine the path. */
final class RoutedTunnels {
  private final ImmutableMap<SiteId, String> addresses;
  private final TunnelPorts ports;
  private final Slices slices;

  /**
   * Creates the ends of all sites' tunnels.
   *
   * @param slices the agents of each site, each of which has ports of its own
   */
  RoutedTunnels(Map<SiteId, String> addresses, TunnelPorts ports, Slices slices) {
    this.addresses = ImmutableMap.copyOf(addresses);
    this.ports = ports;
    this.slices = slices;
    ofSlice(slices.count() - 1); // checks that the last slice's ports exist
  }

  /** Returns the sites that have tunnels. */
  Set<SiteId> sites() {
    return addresses.keySet();
  }

  /** Returns the addresses and ports between which the connections of a route are made. */
  TransportEndpoint endpoint(Route route) {
    return new TransportEndpoint(address(route.path().to()), ports.listening(route.label()), Optional.of(
        new TransportEndpoint.Sources(address(route.path().from()), TunnelPorts.firstSource(route.label()), TunnelPorts.LABELS,
            TunnelPorts.SOURCE_CHOICES)));
  }

  private String address(SiteId site) {
    return Objects.requireNonNull(addresses.get(site), () -> site + " has no address for tunnels");
  }

  /** Returns the rules for a router, one for each slice. */
  List<RouteRule> rules(RuleMatch match, SiteId next) {
    RouteRule.Builder rule = RouteRule.newBuilder().setFromIp(address(match.from().orElseThrow())).setToIp(address(match.to()))
        .setToOpener(match.role() == Role.TO_OPENER).setNext(next.name());
    return slices.numbers()
        .mapToObj(slice -> rule.setPort(ofSlice(slice).listening(match.value())).build()).toList();
  }

  private TunnelPorts ofSlice(int slice) {
    return new TunnelPorts(ports.first() + slice * TunnelPorts.LABELS);
  }

  /** Returns the match of a router's rule; empty if the rule is not for tunnels. */
  Optional<RuleMatch> match(RouteRule rule) {
    int port = rule.getPort() - ports.first();
    return site(rule.getFromIp()).flatMap(from -> site(rule.getToIp())
        .filter(to -> port >= 0 && port < slices.count() * TunnelPorts.LABELS)
        .map(to -> new RuleMatch(Optional.of(from), to, rule.getToOpener() ? Role.TO_OPENER : Role.TO_LISTENER,
            port % TunnelPorts.LABELS, TunnelPorts.LABEL_MASK)));
  }

  private Optional<SiteId> site(String address) {
    return addresses.entrySet().stream().filter(site -> site.getValue().equals(address)).map(Map.Entry::getKey).findFirst();
  }

  /** Returns the ends of routes by path. */
  ImmutableMap<Path, TransportEndpoint> endpoints(Map<Path, Route> routes) {
    ImmutableMap.Builder<Path, TransportEndpoint> endpoints = ImmutableMap.builder();
    routes.forEach((path, route) -> endpoints.put(path, endpoint(route)));
    return endpoints.buildOrThrow();
  }

  /** Returns the figures of planned routes. Routes that are not usable have a reason. */
  static ImmutableMap<Path, NetworkFigures.Tunnel> figures(Map<Path, Route> planned, Map<Path, Route> usable, Map<Path, String> why) {
    ImmutableMap.Builder<Path, NetworkFigures.Tunnel> figures = ImmutableMap.builder();
    planned.forEach((path, route) -> figures.put(path, usable.containsKey(path)
        ? new NetworkFigures.Tunnel(OptionalInt.of(route.label()), "")
        : new NetworkFigures.Tunnel(OptionalInt.empty(), why.getOrDefault(path, "its rules are not installed yet"))));
    return figures.buildOrThrow();
  }
}
