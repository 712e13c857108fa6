package dev.terra.agent.receive;

import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentAck;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** Sends requests to sending sites: to send bytes again that are not here, and not to send segments that are not needed. */
final class ResendRequests {
  private final Replies replies;

  ResendRequests(Replies replies) {
    this.replies = replies;
  }

  /** Requests bytes of a segment again. */
  void again(InSegment segment, List<ByteRange> lost) {
    if (segment.isNumbered()) {
      again(segment.source(), segment.senderId(), lost);
    }
  }

  /** Requests bytes again of a segment of which only the number is known. */
  void again(SiteId site, long segment, List<ByteRange> lost) {
    ByteRanges ranges = new ByteRanges();
    lost.forEach(range -> ranges.add(range.start(), range.end()));
    if (ranges.size() > 0) {
      replies.send(site, FrameType.ACK, SegmentAck.newBuilder().addRanges(Acks.toMessage(segment, ranges, true)).build());
    }
  }

  /** Reports that none of a segment's bytes is needed. */
  void never(SegmentCopy key, SiteId site) {
    SegmentRequests.withdraw(replies, site, key);
  }
}
