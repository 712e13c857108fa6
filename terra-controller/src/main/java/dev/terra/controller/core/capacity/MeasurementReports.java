package dev.terra.controller.core.capacity;

import dev.terra.api.v1.LinkReport;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WanPath;
import dev.terra.api.wan.WanPaths;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.network.NetworkEvents;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What agents say of the network: how their tunnels are, and what they measured on their links. On the controller's thread. */
public final class MeasurementReports {
  private final NetworkModel network;
  private final NetworkEvents events;
  private final CapacityBook capacities;
  private final RoundTimer timer;
  private final BooleanSupplier succeeding;

  /**
   * Nothing is measured yet.
   *
   * @param succeeding whether agents tell what they told the leader before
   */
  public MeasurementReports(
      NetworkModel network, NetworkEvents events, CapacityBook capacities, RoundTimer timer, BooleanSupplier succeeding) {
    this.succeeding = succeeding;
    this.network = network;
    this.events = events;
    this.capacities = capacities;
    this.timer = timer;
  }

  /**
   * An agent says how one of its tunnels is.
   *
   * @throws IllegalArgumentException if it is none of those planned from its site, or its rate can't be
   */
  public void tunnel(AgentState agent, TunnelReport report, long nowNanos) {
    Path path = path(report.getPath());
    if (!path.from().equals(agent.site()) || !network.paths().has(path)) {
      throw new IllegalArgumentException("the tunnel " + path + " is none of those planned from " + agent.site());
    }
    // what is down in a full report has been so for a while
    long sinceNanos = succeeding.getAsBoolean() ? nowNanos - AgentState.TUNNEL_DOWN_NANOS : nowNanos;
    if (agent.report(path, report, sinceNanos)) {
      if (events.judgeLinks(nowNanos)) {
        timer.request(nowNanos);
      } else {
        timer.requestSoon(nowNanos);
      }
    }
  }

  /**
   * An agent says what it measured on one of its links.
   *
   * @throws IllegalArgumentException if it does not begin at its site, or the numbers can't be
   */
  public void link(AgentState agent, LinkReport report, long nowNanos) {
    Path path = path(report.getPath());
    if (!path.from().equals(agent.site())) {
      throw new IllegalArgumentException("the agent of " + agent.site() + " reports of " + path + ", which begins elsewhere");
    }
    capacities.report(agent.slice(), path, report, nowNanos);
  }

  /** Ports to links have sent so many bytes since they are up. */
  public void ports(Map<LinkId, Long> sentBytes, long nowNanos) {
    capacities.ports(sentBytes, nowNanos);
  }

  /** Time has passed. */
  public void tick(long nowNanos) {
    capacities.tick(nowNanos);
  }

  private Path path(WanPath message) {
    Path path = WanPaths.of(message);
    path.sites().forEach(network.nominal()::indexOf);
    return path;
  }
}
