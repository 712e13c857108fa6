package dev.terra.agent.receive;

import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentAck;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** What sending sites are told when something went wrong: which bytes to send again, and what not to send at all. */
final class Appeals {
  private final Replies replies;

  Appeals(Replies replies) {
    this.replies = replies;
  }

  /** These bytes of a segment are not here. */
  void again(InSegment segment, List<ByteRange> lost) {
    if (segment.senderId() >= 0) {
      again(segment.source(), segment.senderId(), lost);
    }
  }

  /** The same, of one of which no more than its number is known. */
  void again(SiteId site, long segment, List<ByteRange> lost) {
    ByteRanges ranges = new ByteRanges();
    lost.forEach(range -> ranges.add(range.start(), range.end()));
    if (ranges.size() > 0) {
      replies.send(site, FrameType.ACK, SegmentAck.newBuilder().addRanges(Acks.toMessage(segment, ranges, true)).build());
    }
  }

  /** Nobody needs this segment. */
  void withdrawn(SegmentCopy key, SiteId site) {
    replies.send(site, FrameType.REQUEST, key.request().addOutputs(key.output().toMessage()).setWithdrawn(true).build());
  }
}
