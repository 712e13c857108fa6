package dev.terra.controller.network;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.core.NetworkFigures;
import dev.terra.controller.core.TransportEndpoint;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Route;
import dev.terra.network.rules.TunnelPorts;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The ends of tunnels that the network routes: each site has one address for tunnels, and ports say along which path. */
final class RoutedTunnels {
  private final ImmutableMap<SiteId, String> addresses;
  private final TunnelPorts ports;

  RoutedTunnels(Map<SiteId, String> addresses, TunnelPorts ports) {
    this.addresses = ImmutableMap.copyOf(addresses);
    this.ports = ports;
  }

  /** What the connections of a route connect to, and from where. */
  TransportEndpoint endpoint(Route route) {
    return new TransportEndpoint(addresses.get(route.path().to()), ports.listening(route.label()), Optional.of(
        new TransportEndpoint.Sources(addresses.get(route.path().from()), TunnelPorts.firstSource(route.label()), TunnelPorts.LABELS,
            TunnelPorts.SOURCE_CHOICES)));
  }

  /** The ends of routes, by path. */
  ImmutableMap<Path, TransportEndpoint> endpoints(Map<Path, Route> routes) {
    ImmutableMap.Builder<Path, TransportEndpoint> endpoints = ImmutableMap.builder();
    routes.forEach((path, route) -> endpoints.put(path, endpoint(route)));
    return endpoints.buildOrThrow();
  }

  /** What there is to say of planned routes: those that are not usable have a reason. */
  static ImmutableMap<Path, NetworkFigures.Tunnel> figures(Map<Path, Route> planned, Map<Path, Route> usable, Map<Path, String> why) {
    ImmutableMap.Builder<Path, NetworkFigures.Tunnel> figures = ImmutableMap.builder();
    planned.forEach((path, route) -> figures.put(path, usable.containsKey(path)
        ? new NetworkFigures.Tunnel(OptionalInt.of(route.label()), "")
        : new NetworkFigures.Tunnel(OptionalInt.empty(), why.getOrDefault(path, "its rules are not there yet"))));
    return figures.buildOrThrow();
  }
}
