package dev.terra.controller.network;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.RoutesReport;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.controller.core.network.NetworkDriver;
import dev.terra.controller.core.network.NetworkFigures;
import dev.terra.controller.core.network.NetworkHost;
import dev.terra.controller.core.network.TransportEndpoint;
import dev.terra.controller.view.EventKind;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Route;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleCompilers;
import dev.terra.network.rules.RuleMatch;
import dev.terra.network.rules.SwitchTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Drives a network in which the sites' routers carry tunnels from end to end, by rules that agents install. A router replaces all of
 * its rules at once, so no packet meets half of a change. A tunnel is routed by the network once all routers on its path have
 * reported that they have its rules. It is used on the controller's thread, except for what it publishes.
 */
public final class PolicyRoutingDriver implements NetworkDriver {
  private static final String MODE = "policy-routing";

  private final RoutedTunnels tunnels;
  private final RouteBook book;
  private final LongSupplier ticker;
  private final Map<SiteId, SiteRoutes> routes = new TreeMap<>();
  /** The version in which each route was added. The rules of routers with an older version lack the route. */
  private final Map<Route, Long> since = new HashMap<>();
  private final Map<SiteId, Long> inForce = new HashMap<>();
  private final Map<SiteId, String> problems = new TreeMap<>();
  private volatile ImmutableMap<Path, TransportEndpoint> endpoints = ImmutableMap.of();
  private volatile NetworkFigures figures = new NetworkFigures(MODE, ImmutableMap.of(), ImmutableMap.of(), "");
  /** The driver's host. It is set by {@link #begin}, which is called first. */
  @SuppressWarnings("NullAway.Init")
  private NetworkHost host;
  private long version;

  /** Creates a driver without rules. Rules of tunnels that are not planned any more stay for at least {@code leavingNanos}. */
  PolicyRoutingDriver(RoutedTunnels tunnels, long leavingNanos, LongSupplier ticker) {
    this.tunnels = tunnels;
    this.book = new RouteBook(leavingNanos);
    this.ticker = ticker;
  }

  @Override
  public Optional<TransportEndpoint> connectTo(Path tunnel) {
    return Optional.ofNullable(endpoints.get(tunnel));
  }

  @Override
  public void begin(NetworkHost to) {
    host = to;
  }

  @Override
  public void plan(Collection<Path> paths) {
    long now = ticker.getAsLong();
    book.plan(paths, now);
    version++;
    Collection<Route> wanted = book.wanted(now);
    since.keySet().retainAll(wanted);
    wanted.forEach(route -> since.putIfAbsent(route, version));
    routes.clear();
    Map<SiteId, SwitchTable> tables = RuleCompilers.perTunnel().compile(wanted);
    tunnels.sites().forEach(site -> routes.put(site, message(tables.getOrDefault(site, SwitchTable.of(site, Map.of())))));
    publish();
  }

  private SiteRoutes message(SwitchTable table) {
    SiteRoutes.Builder message = SiteRoutes.newBuilder().setVersion(version);
    table.next().forEach((match, next) -> {
      if (!next.equals(table.site())) {
        message.addAllRules(tunnels.rules(match, next));
      }
    });
    return message.build();
  }

  @Override
  public Optional<SiteRoutes> routes(SiteId site) {
    return Optional.ofNullable(routes.get(site));
  }

  @Override
  public void routesReported(SiteId site, RoutesReport report) {
    if (report.getProblem().isEmpty()) {
      problems.remove(site);
      inForce.put(site, report.getVersion());
    } else {
      inForce.remove(site);
      if (!report.getProblem().equals(problems.put(site, report.getProblem()))) {
        host.event(EventKind.ROUTE_REFUSED, "all through " + site,
            "the router of " + site + " does not accept rules: " + report.getProblem() + "; agents relay the tunnels through it");
      }
    }
    publish();
  }

  private boolean isUsable(Route route) {
    Long from = since.get(route);
    return from != null && route.path().sites().stream().allMatch(site -> inForce.getOrDefault(site, 0L) >= from);
  }

  private void publish() {
    Map<Path, Route> usable = new LinkedHashMap<>();
    Map<Path, String> why = new HashMap<>();
    book.planned().forEach((path, route) -> {
      if (isUsable(route)) {
        usable.put(path, route);
      } else {
        path.sites().stream().filter(problems::containsKey).findFirst()
            .ifPresent(site -> why.put(path, "the router of " + site + ": " + problems.get(site)));
      }
    });
    ImmutableMap<Path, TransportEndpoint> now = tunnels.endpoints(usable);
    boolean moved = !now.equals(endpoints);
    endpoints = now;
    ImmutableMap.Builder<SiteId, NetworkFigures.SwitchFigures> rules = ImmutableMap.builder();
    routes.forEach((site, of) ->
        rules.put(site, NetworkFigures.SwitchFigures.of(inForce.containsKey(site) ? of.getRulesCount() : 0)));
    figures = new NetworkFigures(MODE, RoutedTunnels.figures(book.planned(), usable, why), rules.buildOrThrow(),
        String.join("; ", problems.values()));
    if (moved) {
      host.tunnelsMoved();
    }
    if (moved && usable.size() == book.planned().size()) {
      host.event(EventKind.ROUTES_CHANGED, "routers", "all " + usable.size() + " tunnels have all their rules");
    }
  }

  @Override
  public Map<SiteId, Map<RuleMatch, Long>> packets(Map<SiteId, ProbeReport> reports) {
    Map<SiteId, Map<RuleMatch, Long>> packets = new TreeMap<>();
    reports.forEach((site, report) -> report.getRoutesList().forEach(count -> tunnels.match(count.getRule()).ifPresent(match ->
        packets.computeIfAbsent(site, key -> new HashMap<>()).merge(match, count.getPackets(), Long::sum))));
    return packets;
  }

  @Override
  public NetworkFigures figures() {
    return figures;
  }

  @Override
  public void close() {
    // routers keep their rules
  }
}
