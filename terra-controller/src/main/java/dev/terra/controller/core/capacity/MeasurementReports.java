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

/**
 * Handles what agents report about the network: the states of their tunnels, and measurements of their links. This class is used on the
 * controller's thread only.
 */
public final class MeasurementReports {
  private final NetworkModel network;
  private final NetworkEvents events;
  private final CapacityBook capacities;
  private final RoundTimer timer;
  private final BooleanSupplier succeeding;

  /**
   * Creates an object without measurements.
   *
   * @param succeeding returns whether agents still report what they reported to the previous leader
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
   * Handles the report of an agent on one of its tunnels.
   *
   * @throws IllegalArgumentException if no such tunnel is planned from the agent's site, or the rate is impossible
   */
  public void tunnel(AgentState agent, TunnelReport report, long nowNanos) {
    Path path = path(report.getPath());
    if (!path.from().equals(agent.site()) || !network.paths().has(path)) {
      throw new IllegalArgumentException("the tunnel " + path + " is none of those planned from " + agent.site());
    }
    // a tunnel that is down in a full report has been down for a while
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
   * Handles an agent's measurement of one of its links.
   *
   * @throws IllegalArgumentException if the link does not begin at the agent's site, or the numbers are impossible
   */
  public void link(AgentState agent, LinkReport report, long nowNanos) {
    Path path = path(report.getPath());
    if (!path.from().equals(agent.site())) {
      throw new IllegalArgumentException("the agent of " + agent.site() + " reports of " + path + ", which begins elsewhere");
    }
    capacities.report(agent.slice(), path, report, nowNanos);
  }

  /** Applies how many bytes the ports to links have sent since the ports came up. */
  public void ports(Map<LinkId, Long> sentBytes, long nowNanos) {
    capacities.ports(sentBytes, nowNanos);
  }

  /** Handles a tick. */
  public void tick(long nowNanos) {
    capacities.tick(nowNanos);
  }

  private Path path(WanPath message) {
    Path path = WanPaths.of(message);
    path.sites().forEach(network.nominal()::indexOf);
    return path;
  }
}
