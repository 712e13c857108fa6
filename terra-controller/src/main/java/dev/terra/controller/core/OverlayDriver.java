package dev.terra.controller.core;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tunnels that agents relay from site to site, over addresses of their own configuration. Each link has a tunnel of one hop, which tells
 * whether it is up.
 */
public final class OverlayDriver implements NetworkDriver {
  @Override
  public Optional<TransportEndpoint> connectTo(Path tunnel) {
    return Optional.empty();
  }

  /** Always in both directions: the tunnel of that one hop is down from either end, and the agent at the other end is settled. */
  @Override
  public Map<LinkId, String> linksDown(Wan wan, TunnelReports reports, long nowNanos) {
    Map<LinkId, String> down = new TreeMap<>();
    for (Link link : wan.links()) {
      LinkId id = link.id();
      if (reports.isSettled(id.to(), nowNanos)) {
        reports.whyDown(Path.of(List.of(id.from(), id.to()))).ifPresent(why -> {
          String reason = "the agent of " + id.from() + " says its tunnel is down: " + why;
          down.merge(id, reason, OverlayDriver::both);
          down.merge(id.reversed(), reason, OverlayDriver::both);
        });
      }
    }
    return down;
  }

  private static String both(String one, String other) {
    return one + "; " + other;
  }
}
