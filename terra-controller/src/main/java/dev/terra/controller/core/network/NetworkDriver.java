package dev.terra.controller.core.network;

import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.RoutesReport;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.controller.core.agent.TunnelReports;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.network.rules.RuleMatch;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** How tunnels follow their paths through the network, and what tunnels tell of its links. */
public interface NetworkDriver extends AutoCloseable {
  /** What the connections of a tunnel connect to; empty: the path's next site, as its opener's configuration says. */
  Optional<TransportEndpoint> connectTo(Path tunnel);

  /** The links that are down as far as tunnels tell, with the reason; by their tunnels of a single hop, if nothing else is known. */
  default Map<LinkId, String> linksDown(Wan wan, TunnelReports reports, long nowNanos) {
    return OneHopTunnels.linksDown(wan, reports, nowNanos);
  }

  /** The controller runs: what the driver finds out from now on goes to {@code host}. Called once. */
  void begin(NetworkHost host);

  /**
   * Where the network has no room for what keeps tunnels on their paths. Empty if it has, and if tunnels take no more of what is short than
   * those of before. From any thread.
   *
   * @param before the tunnels of before; both are asked for only where there is a limit
   * @param then those that would be planned
   */
  default Optional<NoRoom> noRoom(Supplier<Collection<Path>> before, Supplier<Collection<Path>> then) {
    return Optional.empty();
  }

  /** The tunnels that are planned from now on. */
  void plan(Collection<Path> tunnels);

  /** The rules for a site's router, if agents install them. */
  default Optional<SiteRoutes> routes(SiteId site) {
    return Optional.empty();
  }

  /** A site's agent has put rules in force, or could not. */
  default void routesReported(SiteId site, RoutesReport report) {
    // without rules for agents there is nothing to report
  }

  /**
   * How many packets the rules of each site have matched; empty: there are none, or none that count. May wait for the network's controller;
   * from any thread.
   *
   * @param reports what agents have just told
   * @throws IllegalStateException if the network's controller cannot be asked
   */
  Map<SiteId, Map<RuleMatch, Long>> packets(Map<SiteId, ProbeReport> reports);

  /** What it does at present. From any thread. */
  NetworkFigures figures();

  /** Ends; what it has set up in the network stays. */
  @Override
  void close();
}
