package dev.terra.agent;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.TunnelEvents;
import dev.terra.agent.wire.Frame;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.JobDropped;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes what happens on tunnels to the books that it concerns. On the agent's thread. */
final class TunnelNews implements TunnelEvents {
  private static final Logger log = LoggerFactory.getLogger(TunnelNews.class);

  private final Core core;

  TunnelNews(Core core) {
    this.core = core;
  }

  @Override
  public void up(Tunnel tunnel) {
    log.info("tunnel {} is up", tunnel);
    core.tunnels().up(tunnel);
    if (tunnel.isOpener()) {
      core.events().add("tunnel-up", tunnel.path().toString(), "");
      core.outbox().tunnelUp(tunnel);
      core.tellTunnels();
    }
    core.inbox().tunnelsChanged(tunnel.peerSite());
  }

  @Override
  public void down(Tunnel tunnel, String reason) {
    log.warn("tunnel {} is down: {}", tunnel, reason);
    core.tunnels().down(tunnel, reason);
    if (tunnel.isOpener()) {
      core.events().add("tunnel-down", tunnel.path().toString(), reason);
      core.outbox().tunnelDown(tunnel);
      core.tellTunnels();
    }
    core.inbox().tunnelsChanged(tunnel.peerSite());
  }

  @Override
  public void suspect(Tunnel tunnel) {
    if (tunnel.isOpener()) {
      log.warn("tunnel {} is silent: what it has not acknowledged goes another way", tunnel);
      core.events().add("tunnel-silent", tunnel.path().toString(), "what it has not acknowledged goes another way");
      core.outbox().tunnelDown(tunnel);
      core.tellTunnels();
    }
  }

  @Override
  public void trusted(Tunnel tunnel) {
    if (tunnel.isOpener() && tunnel.isOpen()) {
      core.events().add("tunnel-heard", tunnel.path().toString(), "");
      core.outbox().tunnelUp(tunnel);
      core.tellTunnels();
    }
  }

  @Override
  public void unavailable(Path path, String reason) {
    log.debug("tunnel {} can't be opened: {}", path, reason);
  }

  @Override
  public void writable(Tunnel tunnel) {
    core.pump().writable(tunnel);
  }

  @Override
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    core.inbox().data(tunnel, frame, intact);
  }

  @Override
  public void control(Tunnel tunnel, Frame frame) {
    SiteId from = tunnel.peerSite();
    switch (frame.header().type()) {
      case ACK -> core.outbox().ack(from, frame.message(SegmentAck.parser()));
      case META -> core.inbox().meta(tunnel, frame.message(SegmentMeta.parser()));
      case REQUEST -> core.outbox().request(from, frame.message(SegmentRequest.parser()));
      case CREDIT -> core.outbox().credit(from, frame.message(AheadCredit.parser()));
      case JOB_DROPPED -> core.dropJob(frame.message(JobDropped.parser()).getJob());
      case DIRECTORY -> core.gateway().directory(from, frame.message(HandlerDirectory.parser()));
      default -> throw new IllegalStateException("no control frame: " + frame.header());
    }
  }
}
