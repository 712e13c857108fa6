package dev.terra.agent.receive;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/**
 * Processes the descriptions that sending sites send of segments: the segments that their numbers stand for, and problems with these
 * segments. It is used on the agent's thread only.
 */
final class Descriptions {
  private final InSegments segments;
  private final Fetches fetches;
  private final WholeChecks checks;
  private final Acks acks;
  private final ResendRequests resends;

  Descriptions(InSegments segments, Fetches fetches, WholeChecks checks, Answers answers) {
    this.segments = segments;
    this.fetches = fetches;
    this.checks = checks;
    this.acks = answers.acks;
    this.resends = answers.resends;
  }

  /** The objects that inform senders of what has arrived and what has not. */
  record Answers(Acks acks, ResendRequests resends) {}


  /** Processes a description that came from the sending site itself. */
  void take(Tunnel tunnel, SegmentMeta meta) {
    SegmentCopy key = SegmentCopy.of(meta);
    SiteId site = tunnel.peerSite();
    Optional<InSegment> known = segments.find(key);
    if (known.filter(segment -> !segment.source().equals(site)).isPresent()) {
      return; // the segment is requested from another site
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
    if (known.isPresent() || mayBegin(site, meta, sender)) {
      take(segments.get(key, site), meta, sender);
    }
  }

  /** Returns whether a sender may describe a segment that no reader has requested. */
  private boolean mayBegin(SiteId site, SegmentMeta meta, SenderSession sender) {
    if (sender.done(meta.getSegment()).isPresent()) {
      return false; // a repetition after the segment's reader took all of it: it is not needed any more
    }
    boolean room = segments.admit(site);
    if (!room) {
      sender.done(meta.getSegment(), SenderSession.Done.GIVEN_UP);
    }
    return room;
  }

  private void take(InSegment segment, SegmentMeta meta, SenderSession sender) {
    checkLength(segment, meta);
    Optional<Fetch> reader = fetches.readerOf(segment);
    reader.ifPresent(Fetch::answered);
    if (meta.hasCrc32C()) {
      segment.checksum().expect(meta.getCrc32C());
    } else {
      segment.checksum().expectLater(meta.getCrcFollows());
    }
    boolean news = describe(segment, meta, sender, reader.isPresent());
    if (news) {
      ByteRanges here = new ByteRanges();
      segment.pieces().safeRanges().forEach(range -> here.add(range.start(), range.end()));
      acks.send(segment.source(), meta.getSegment(), here);
    }
    if (meta.getAcknowledgedBytes() > segment.pieces().receivedBytes() || (news && segment.isResumed())) {
      resends.again(segment, segment.missing());
    }
    checks.check(segment);
    reader.ifPresent(Fetch::proceed);
  }

  private static void checkLength(InSegment segment, SegmentMeta meta) {
    if (meta.getPartLength() < 0 || (segment.described() && segment.partLength() != meta.getPartLength())) {
      throw new IllegalArgumentException(
          "segment " + segment.key() + ": length " + meta.getPartLength() + " after " + segment.partLength());
    }
  }

  /** Records the segment that a number stands for. Returns whether the segment had another number or none. */
  private boolean describe(InSegment segment, SegmentMeta meta, SenderSession sender, boolean read) {
    boolean news = !segment.hasNumber(meta.getSegment());
    segment.describe(meta.getPartLength(), meta.getRawLength());
    segments.update(segment);
    if (news || !read) {
      segments.stir(segment); // not if it answers a repeated request
    }
    sender.describe(meta.getSegment(), segment);
    segment.senderId(meta.getSegment());
    return news;
  }

  /** Informs the sender that no reader waits for a segment any more. The sender may have been restarted and have no record of that. */
  private void done(Tunnel tunnel, SegmentCopy key, SegmentMeta meta, SenderSession sender) {
    SenderSession.Done why = segments.done(key).orElseThrow();
    sender.done(meta.getSegment(), why);
    if (why == SenderSession.Done.GIVEN_UP) {
      resends.never(key, tunnel.peerSite());
    } else if (meta.getPartLength() > meta.getAcknowledgedBytes()) {
      ByteRanges all = new ByteRanges();
      all.add(0, meta.getPartLength());
      acks.send(tunnel.peerSite(), meta.getSegment(), all);
    }
  }
}
