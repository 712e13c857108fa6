package dev.terra.agent;

import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.site.ProofGate;
import dev.terra.agent.submit.SubmittedShuffles;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.agent.wire.Frame;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShuffleGrant;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Takes what other sites say on tunnels to the books that it concerns. On the agent's thread. */
final class TunnelFrames {
  private final Tunnels tunnels;
  private final Outbox outbox;
  private final ProofGate proofs;
  private final ShuffleKeys keys;
  private final Inbox inbox;
  private final Gateway gateway;

  private long unheard;

  TunnelFrames(Tunnels tunnels, Data data, ProofGate proofs, ShuffleKeys keys, Gateway gateway) {
    this.tunnels = tunnels;
    this.outbox = data.outbox;
    this.proofs = proofs;
    this.keys = keys;
    this.inbox = data.inbox;
    this.gateway = gateway;
  }

  /** The books of what is sent and received. */
  record Data(Outbox outbox, Inbox inbox) {}

  /** How many frames were not heard, since they were a site's word at second hand, or about what nobody had asked for. */
  long unheard() {
    return unheard;
  }

  void data(Tunnel tunnel, Frame frame, boolean intact) {
    inbox.data(tunnel, frame, intact);
  }

  void control(Tunnel tunnel, Frame frame) {
    if (tunnels.isHearsay(tunnel)) {
      hearsay(tunnel, frame);
    } else {
      own(tunnel, frame);
    }
  }

  /** The site speaks for itself by another tunnel: of this one only what belongs to the bytes that it carries is heard. */
  private void hearsay(Tunnel tunnel, Frame frame) {
    switch (frame.header().type()) {
      case ACK -> outbox.hearsay(tunnel, frame.message(SegmentAck.parser()));
      case META -> meta(tunnel, frame.message(SegmentMeta.parser()), inbox::hearsay);
      default -> unheard++;
    }
  }

  private void own(Tunnel tunnel, Frame frame) {
    SiteId from = tunnel.peerSite();
    switch (frame.header().type()) {
      case ACK -> outbox.ack(from, frame.message(SegmentAck.parser()));
      case META -> meta(tunnel, frame.message(SegmentMeta.parser()), inbox::meta);
      case REQUEST -> proofs.request(new ProofGate.Peer(from, tunnel.peerSession()), frame.message(SegmentRequest.parser()));
      case CREDIT -> outbox.credit(from, frame.message(AheadCredit.parser()));
      case SHUFFLE_ENDED -> ended(from, new ShuffleId(frame.message(ShuffleEnded.parser()).getShuffle()));
      case GRANT -> granted(from, frame.message(ShuffleGrant.parser()));
      case DIRECTORY -> gateway.directory(tunnel.peerAgent(), frame.message(HandlerDirectory.parser()));
      default -> throw new IllegalStateException("no control frame: " + frame.header());
    }
  }

  /** A site speaks of its own origins only, and of what was submitted, which the inbox knows by the site it asked. */
  private void meta(Tunnel tunnel, SegmentMeta meta, BiConsumer<Tunnel, SegmentMeta> book) {
    SiteId from = tunnel.peerSite();
    if (meta.getOriginIp().equals(SubmittedShuffles.ORIGIN) || gateway.siteOf(meta.getOriginIp()).equals(Optional.of(from))) {
      book.accept(tunnel, meta);
    } else {
      gateway.foreign(tunnel.peerAgent(), "a segment of " + BoundedText.of(meta.getOriginIp()));
    }
  }

  /** A shuffle is over at a site: it sends and reads nothing more of it. Whatever others have of it is theirs. */
  private void ended(SiteId from, ShuffleId shuffle) {
    inbox.dropShuffle(shuffle, from);
    outbox.withdraw(shuffle, from);
    keys.drop(shuffle, from);
  }

  /** A key for readers that nobody here has is not kept. */
  private void granted(SiteId from, ShuffleGrant grant) {
    ShuffleId shuffle = new ShuffleId(grant.getShuffle());
    if (inbox.waitsFor(shuffle, from)) {
      keys.put(shuffle, from, ShuffleKey.of(grant.getKey()));
      inbox.granted(from);
    } else {
      unheard++;
    }
  }
}
