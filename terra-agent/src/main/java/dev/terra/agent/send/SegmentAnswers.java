package dev.terra.agent.send;

import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.wan.SiteId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Describes segments to receiving sites: what their numbers mean, or why they can't be had. On the agent's thread. */
public final class SegmentAnswers {
  private static final Logger log = LoggerFactory.getLogger(SegmentAnswers.class);

  private final Replies replies;

  /** Answers by control frames. */
  public SegmentAnswers(Replies replies) {
    this.replies = replies;
  }

  private void send(SiteId site, SegmentMeta meta) {
    replies.send(site, FrameType.META, meta);
  }

  /** Describes a segment to its receiver. */
  void describe(OutSegment segment) {
    send(segment.id().bundle().to(), meta(segment));
  }

  /** There is no such segment here, or none that can be read. */
  void refuse(SiteId site, SegmentCopy key, SegmentBook.Entry entry) {
    send(site, describe(0, key, entry.partLength(), entry.rawLength()).setProblem(entry.problem()).build());
  }

  /** A segment is not worth Terra. */
  public void bypass(SiteId site, SegmentCopy key, String why) {
    send(site, key.describe().setProblem(why).setBypassed(true).build());
  }

  /** Nothing is sent of a segment at this time. */
  public void decline(SiteId site, SegmentCopy key, String why) {
    send(site, key.describe().setProblem(why).build());
  }

  /** The bytes of a segment can't be had: it is withdrawn, and its reader goes to the origin. */
  void unreadable(OutBundle bundle, OutSegment segment, String why) {
    log.warn("segment {} cannot be read for {}: {}", segment.key(), bundle.id().to(), why);
    bundle.change(segment, segment::withdraw);
    send(bundle.id().to(),
        describe(segment.id().number(), segment.key(), segment.partLength(), segment.rawLength()).setProblem(why).build());
  }

  /** What a segment's number means, and its checksum if that is known. */
  static SegmentMeta meta(OutSegment segment) {
    SegmentMeta.Builder meta = describe(segment.id().number(), segment.key(), segment.partLength(), segment.rawLength())
        .setAcknowledgedBytes(segment.ackedBytes());
    segment.checksum().ifPresentOrElse(meta::setCrc32C, () -> meta.setCrcFollows(true));
    return meta.build();
  }

  private static SegmentMeta.Builder describe(long number, SegmentCopy key, long partLength, long rawLength) {
    return key.describe().setSegment(number).setPartLength(partLength).setRawLength(rawLength);
  }
}
