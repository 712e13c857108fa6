package dev.terra.agent.receive;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/** Takes what sending sites say of segments: what their numbers stand for, and what is wrong with them. On the agent's thread. */
final class Descriptions {
  private final InSegments segments;
  private final Fetches fetches;
  private final WholeChecks checks;
  private final Acks acks;
  private final ResendRequests resends;

  Descriptions(InSegments segments, Fetches fetches, WholeChecks checks, Acks acks, ResendRequests resends) {
    this.segments = segments;
    this.fetches = fetches;
    this.checks = checks;
    this.acks = acks;
    this.resends = resends;
  }

  void take(Tunnel tunnel, SegmentMeta meta) {
    SegmentCopy key = SegmentCopy.of(meta);
    SiteId site = tunnel.peerSite();
    Optional<InSegment> known = segments.find(key);
    if (known.filter(segment -> !segment.source().equals(site)).isPresent()) {
      return; // another site is asked for it
    }
    if (meta.getBypassed()) {
      known.ifPresent(segment -> fetches.bypass(segment, meta.getProblem()));
      return;
    }
    if (!meta.getProblem().isEmpty()) {
      known.ifPresent(segment -> fetches.fail(segment, site + " cannot send " + key + ": " + BoundedText.of(meta.getProblem())));
      return;
    }
    SenderSession sender = segments.sender(site, tunnel.peerSession());
    if (known.isEmpty() && segments.done(key).isPresent()) {
      done(tunnel, key, meta, sender);
      return;
    }
    if (known.isEmpty() && sender.done(meta.getSegment()).isPresent()) {
      return; // said again after its reader took all of it: nobody needs it any more
    }
    InSegment segment = segments.get(key, site);
    if (meta.getPartLength() < 0 || (segment.described() && segment.partLength() != meta.getPartLength())) {
      throw new IllegalArgumentException("segment " + key + ": length " + meta.getPartLength() + " after " + segment.partLength());
    }
    Optional<Fetch> reader = fetches.readerOf(segment);
    reader.ifPresent(Fetch::answered);
    describe(tunnel, segment, meta, reader.isPresent());
    sender.describe(meta.getSegment(), segment);
    checks.check(segment);
    reader.ifPresent(Fetch::proceed);
  }

  private void describe(Tunnel tunnel, InSegment segment, SegmentMeta meta, boolean read) {
    segment.describe(meta.getPartLength(), meta.getRawLength());
    boolean news = segment.senderId() != meta.getSegment();
    segment.checksum().expect(meta.hasCrc32C() ? Optional.of(meta.getCrc32C()) : Optional.empty(), meta.getCrcFollows());
    segments.update(segment);
    if (news || !read) {
      segments.stir(segment); // not if it answers a question that was asked again
    }
    if (news) {
      segment.pieces().safeRanges().forEach(range -> acks.add(tunnel, meta.getSegment(), range.start(), range.end()));
    }
    segment.senderId(meta.getSegment());
    if (meta.getAcknowledgedBytes() > segment.pieces().receivedBytes() || (news && segment.isResumed())) {
      resends.again(segment, segment.missing());
    }
  }

  /** Nobody waits for it any more: its sender hears so, which may have been started again and know nothing. */
  private void done(Tunnel tunnel, SegmentCopy key, SegmentMeta meta, SenderSession sender) {
    SenderSession.Done why = segments.done(key).orElseThrow();
    sender.done(meta.getSegment(), why);
    if (why == SenderSession.Done.GIVEN_UP) {
      resends.never(key, tunnel.peerSite());
    } else if (meta.getPartLength() > meta.getAcknowledgedBytes()) {
      acks.add(tunnel, meta.getSegment(), 0, meta.getPartLength());
    }
  }
}
