package dev.terra.agent;

import dev.terra.agent.receive.Inbox;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes it to the books that a tunnel went up or down, or is silent. On the agent's thread. */
final class TunnelStates {
  private static final Logger log = LoggerFactory.getLogger(TunnelStates.class);

  private final Tunnels tunnels;
  private final Outbox outbox;
  private final Inbox inbox;
  private final Events events;
  private final ControllerReports reports;

  TunnelStates(Tunnels tunnels, Outbox outbox, Inbox inbox, Events events, ControllerReports reports) {
    this.tunnels = tunnels;
    this.outbox = outbox;
    this.inbox = inbox;
    this.events = events;
    this.reports = reports;
  }

  void up(Tunnel tunnel) {
    log.info("tunnel {} is up", tunnel);
    tunnels.up(tunnel);
    if (tunnel.isOpener()) {
      usable(tunnel, AgentEventKind.TUNNEL_UP);
    }
    inbox.tunnelsChanged(tunnel.peerSite());
  }

  void down(Tunnel tunnel, String reason) {
    log.warn("tunnel {} is down: {}", tunnel, reason);
    tunnels.down(tunnel, reason);
    if (tunnel.isOpener()) {
      unusable(tunnel, AgentEventKind.TUNNEL_DOWN, reason);
    }
    inbox.tunnelsChanged(tunnel.peerSite());
  }

  void suspect(Tunnel tunnel) {
    if (tunnel.isOpener()) {
      log.warn("tunnel {} is silent: what it has not acknowledged goes another way", tunnel);
      unusable(tunnel, AgentEventKind.TUNNEL_SILENT, "what it has not acknowledged goes another way");
    }
  }

  void trusted(Tunnel tunnel) {
    if (tunnel.isOpener() && tunnel.isOpen()) {
      usable(tunnel, AgentEventKind.TUNNEL_HEARD);
    }
  }

  private void usable(Tunnel tunnel, AgentEventKind event) {
    events.add(event, tunnel.path().toString(), "");
    outbox.tunnelUp(tunnel);
    reports.tellTunnels();
  }

  private void unusable(Tunnel tunnel, AgentEventKind event, String reason) {
    events.add(event, tunnel.path().toString(), reason);
    outbox.tunnelDown(tunnel);
    reports.tellTunnels();
  }
}
