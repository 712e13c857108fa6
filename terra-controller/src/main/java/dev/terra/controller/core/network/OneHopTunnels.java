package dev.terra.controller.core.network;

import dev.terra.controller.core.agent.TunnelReports;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Derives the states of links from tunnels of a single hop. Each link has one such tunnel, and is up as long as this tunnel is up. */
public final class OneHopTunnels {
  private OneHopTunnels() {}

  /**
   * Returns the links that are down, with the reason. A link is down if its tunnel is down, and either was up before, or its agent has had
   * time to open it. A link is always down in both directions, since the tunnel fails from either end. It is not judged until the agent at
   * the other end has had time to accept tunnels.
   */
  public static Map<LinkId, String> linksDown(Wan wan, TunnelReports reports, long nowNanos) {
    Map<LinkId, String> down = new TreeMap<>();
    for (Link link : wan.links()) {
      LinkId id = link.id();
      Path tunnel = Path.of(List.of(id.from(), id.to()));
      if (reports.isSettled(id.to(), nowNanos) && (reports.wasUp(tunnel) || reports.isSettled(id.from(), nowNanos))) {
        reports.whyDown(tunnel).ifPresent(why -> {
          String reason = "the agent of " + id.from() + " reports its tunnel as down: " + why;
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
