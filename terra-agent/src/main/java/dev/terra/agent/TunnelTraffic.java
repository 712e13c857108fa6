package dev.terra.agent;

import dev.terra.agent.receive.Inbox;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Pump;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.site.ProofGate;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.TunnelEvents;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.agent.wire.Frame;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShuffleGrant;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the events and the frames of tunnels to the parts that they concern. It is used on the agent's thread only. */
final class TunnelTraffic implements TunnelEvents {
  private static final Logger log = LoggerFactory.getLogger(TunnelTraffic.class);

  private final Tunnels tunnels;
  private final ProofGate proofs;
  private final Outbox outbox;
  private final Pump pump;
  private final Inbox inbox;
  private final Receiving receiving;
  private final Gateway gateway;
  private final ControllerReports reports;
  private final Events events;
  private long unheardFrames;

  TunnelTraffic(Tunnels tunnels, Data data, Gateway gateway, ControllerReports reports, Events events) {
    this.tunnels = tunnels;
    this.proofs = data.sending.proofs();
    this.outbox = data.sending.outbox();
    this.pump = data.sending.pump();
    this.inbox = data.receiving.inbox();
    this.receiving = data.receiving;
    this.gateway = gateway;
    this.reports = reports;
    this.events = events;
  }

  /** The parts that send and receive data. */
  record Data(Sending sending, Receiving receiving) {}

  /** Returns the number of frames that were dropped since no reader waited for what they granted. */
  long unheardFrames() {
    return unheardFrames;
  }

  @Override
  public void up(Tunnel tunnel) {
    log.info("tunnel {} is up", tunnel);
    tunnels.up(tunnel);
    if (tunnel.isOpener()) {
      usable(tunnel, AgentEventKind.TUNNEL_UP);
    }
    inbox.tunnelsChanged(tunnel.peerSite());
  }

  @Override
  public void down(Tunnel tunnel, String reason) {
    log.warn("tunnel {} is down: {}", tunnel, reason);
    tunnels.down(tunnel, reason);
    if (tunnel.isOpener()) {
      unusable(tunnel, AgentEventKind.TUNNEL_DOWN, reason);
    }
    inbox.tunnelsChanged(tunnel.peerSite());
  }

  @Override
  public void suspect(Tunnel tunnel) {
    if (tunnel.isOpener()) {
      String why = tunnel.linkSilence().orElse("nothing arrives over it") + "; its unacknowledged bytes are sent on other tunnels";
      log.warn("tunnel {} is silent: {}", tunnel, why);
      unusable(tunnel, AgentEventKind.TUNNEL_SILENT, why);
    }
  }

  @Override
  public void trusted(Tunnel tunnel) {
    if (tunnel.isOpener() && tunnel.isOpen()) {
      usable(tunnel, AgentEventKind.TUNNEL_HEARD);
    }
  }

  private void usable(Tunnel tunnel, AgentEventKind event) {
    events.add(event, tunnel.path().toString(), "");
    outbox.tunnelUp(tunnel);
    reports.tunnels();
  }

  private void unusable(Tunnel tunnel, AgentEventKind event, String reason) {
    events.add(event, tunnel.path().toString(), reason);
    outbox.tunnelDown(tunnel);
    reports.tunnels();
  }

  @Override
  public void unavailable(Path path, String reason) {
    log.debug("tunnel {} can't be opened: {}", path, reason);
  }

  @Override
  public void writable(Tunnel tunnel) {
    pump.writable(tunnel);
  }

  @Override
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    inbox.data(tunnel, frame, intact);
  }

  @Override
  public void control(Tunnel tunnel, Frame frame) {
    SiteId from = tunnel.peerSite();
    switch (frame.header().type()) {
      case ACK -> outbox.ack(from, frame.message(SegmentAck.parser()));
      case META -> receiving.described(tunnel, frame.message(SegmentMeta.parser()));
      case REQUEST -> proofs.request(new ProofGate.Peer(from, tunnel.peerSession()), frame.message(SegmentRequest.parser()));
      case CREDIT -> outbox.credit(from, frame.message(AheadCredit.parser()));
      case SHUFFLE_ENDED -> ended(from, new ShuffleId(frame.message(ShuffleEnded.parser()).getShuffle()));
      case GRANT -> unheardFrames += receiving.granted(from, frame.message(ShuffleGrant.parser())) ? 0 : 1;
      case DIRECTORY -> gateway.directory(tunnel.peerAgent(), frame.message(HandlerDirectory.parser()));
      default -> throw new IllegalStateException("not a control frame: " + frame.header());
    }
  }

  /** Notes that a shuffle has ended at a site, which neither sends nor reads any more of it. */
  private void ended(SiteId at, ShuffleId shuffle) {
    receiving.endedAt(at, shuffle);
    outbox.withdraw(shuffle, at);
  }
}
