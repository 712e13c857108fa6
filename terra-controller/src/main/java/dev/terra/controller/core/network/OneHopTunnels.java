package dev.terra.controller.core.network;

import dev.terra.controller.core.agent.TunnelReports;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What tunnels of a single link tell of it: each link has one, and it is up as long as the tunnel is. */
public final class OneHopTunnels {
  private OneHopTunnels() {}

  /**
   * The links that are down, with the reason: their tunnel is, and it was up before, or its agent has had time to open it.
   * Always in both directions: the tunnel of that one hop is down from either end, and the agent at the other end is settled.
   */
  public static Map<LinkId, String> linksDown(Wan wan, TunnelReports reports, long nowNanos) {
    Map<LinkId, String> down = new TreeMap<>();
    for (Link link : wan.links()) {
      LinkId id = link.id();
      Path tunnel = Path.of(List.of(id.from(), id.to()));
      if (reports.isSettled(id.to(), nowNanos) && (reports.wasUp(tunnel) || reports.isSettled(id.from(), nowNanos))) {
        reports.whyDown(tunnel).ifPresent(why -> {
          String reason = "the agent of " + id.from() + " says its tunnel is down: " + why;
          down.merge(id, reason, OneHopTunnels::both);
          down.merge(id.reversed(), reason, OneHopTunnels::both);
        });
      }
    }
    return down;
  }

  private static String both(String one, String other) {
    return one + "; " + other;
  }
}
