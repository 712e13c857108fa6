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

/** Keeps tunnels on their paths through the network, and derives the states of links from their tunnels. */
public interface NetworkDriver extends AutoCloseable {
  /**
   * Returns what the connections of a tunnel connect to. It is empty if they connect to the path's next site, as configured at the agent
   * that opens them.
   */
  Optional<TransportEndpoint> connectTo(Path tunnel);

  /** Returns the links that are down according to their tunnels, with the reason. By default, the tunnels of a single hop decide. */
  default Map<LinkId, String> linksDown(Wan wan, TunnelReports reports, long nowNanos) {
    return OneHopTunnels.linksDown(wan, reports, nowNanos);
  }

  /** Starts the driver. It reports to {@code host} from this call on. This method is called once. */
  void begin(NetworkHost host);

  /**
   * Returns where the network lacks room for what keeps tunnels on their paths. It is empty if there is room, or if the new tunnels take no
   * more of what is short than the previous ones. This method may be called on any thread.
   *
   * @param before the previous tunnels; both collections are computed only where there is a limit
   * @param then the tunnels that would be planned
   */
  default Optional<NoRoom> noRoom(Supplier<Collection<Path>> before, Supplier<Collection<Path>> then) {
    return Optional.empty();
  }

  /** Replaces the planned tunnels. */
  void plan(Collection<Path> tunnels);

  /** Returns the rules for a site's router, if agents install them. */
  default Optional<SiteRoutes> routes(SiteId site) {
    return Optional.empty();
  }

  /** Handles the report of a site's agent that it has put rules in force, or that it failed to do so. */
  default void routesReported(SiteId site, RoutesReport report) {
    // a driver without rules for agents has nothing to handle
  }

  /**
   * Returns how many packets the rules of each site have matched. The result is empty if there are no rules, or none that count packets.
   * This method may wait for the network's controller, and may be called on any thread.
   *
   * @param reports the latest reports of the agents
   * @throws IllegalStateException if the request to the network's controller fails
   */
  Map<SiteId, Map<RuleMatch, Long>> packets(Map<SiteId, ProbeReport> reports);

  /** Returns the present state of the driver. This method may be called on any thread. */
  NetworkFigures figures();

  /** Stops the driver. What it has set up in the network stays. */
  @Override
  void close();
}
