package dev.terra.agent;

import dev.terra.agent.receive.Inbox;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.site.Admission;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Frame;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;

/** Takes what other sites say on tunnels to the books that it concerns. On the agent's thread. */
final class TunnelFrames {
  private final Outbox outbox;
  private final Admission admission;
  private final Inbox inbox;
  private final Gateway gateway;
  private final ShuffleEnds ends;

  TunnelFrames(Outbox outbox, Admission admission, Inbox inbox, Gateway gateway, ShuffleEnds ends) {
    this.outbox = outbox;
    this.admission = admission;
    this.inbox = inbox;
    this.gateway = gateway;
    this.ends = ends;
  }

  void data(Tunnel tunnel, Frame frame, boolean intact) {
    inbox.data(tunnel, frame, intact);
  }

  void control(Tunnel tunnel, Frame frame) {
    SiteId from = tunnel.peerSite();
    switch (frame.header().type()) {
      case ACK -> outbox.ack(from, frame.message(SegmentAck.parser()));
      case META -> inbox.meta(tunnel, frame.message(SegmentMeta.parser()));
      case REQUEST -> admission.request(from, frame.message(SegmentRequest.parser()));
      case CREDIT -> outbox.credit(from, frame.message(AheadCredit.parser()));
      case SHUFFLE_ENDED -> ends.end(new ShuffleId(frame.message(ShuffleEnded.parser()).getShuffle()));
      case DIRECTORY -> gateway.directory(tunnel.peerAgent(), frame.message(HandlerDirectory.parser()));
      default -> throw new IllegalStateException("no control frame: " + frame.header());
    }
  }
}
