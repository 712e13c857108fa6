package dev.terra.agent.send;

import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.wan.SiteId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Describes segments to receiving sites: which segment a number stands for, or why a segment is not available. It is used on the agent's
 * thread only.
 */
public final class SegmentAnswers {
  private static final Logger log = LoggerFactory.getLogger(SegmentAnswers.class);

  private final Replies replies;

  /** Creates an object that answers by control frames. */
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

  /** Reports to a site that a segment does not exist here or cannot be read. */
  void refuse(SiteId site, SegmentCopy key, SegmentBook.Entry entry) {
    send(site, describe(0, key, entry.partLength(), entry.rawLength()).setProblem(entry.problem()).build());
  }

  /** Reports to a site that a segment is not worth sending by Terra. */
  public void bypass(SiteId site, SegmentCopy key, String why) {
    send(site, key.describe().setProblem(why).setBypassed(true).build());
  }

  /** Reports to a site that nothing of a segment is sent at this time. */
  public void decline(SiteId site, SegmentCopy key, String why) {
    send(site, key.describe().setProblem(why).build());
  }

  /** Withdraws a segment whose bytes cannot be read, and reports this to its receiver. The reader then fetches it from the origin. */
  void unreadable(OutBundle bundle, OutSegment segment, String why) {
    log.warn("segment {} cannot be read for {}: {}", segment.key(), bundle.id().to(), why);
    bundle.change(segment, segment::withdraw);
    send(bundle.id().to(),
        describe(segment.id().number(), segment.key(), segment.partLength(), segment.rawLength()).setProblem(why).build());
  }

  /** Returns the message that describes a segment: its number and, if it is known, its checksum. */
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
