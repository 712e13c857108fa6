package dev.terra.agent.receive;

import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.SegmentAck;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Acknowledgements that wait to be sent. They are sent on the tunnel on which the bytes arrived, so that an acknowledgement is lost only
 * together with a tunnel whose unacknowledged bytes are sent again anyway. It is used on the agent's thread only.
 */
final class Acks {
  /** The number of chunks after which a tunnel's acknowledgements are sent without waiting for the timer. */
  static final int BATCH_CHUNKS = 64;

  /**
   * The number of flushes for which a tunnel's acknowledgements wait: 80 ms with one flush every 20 ms, which is less than the sender's
   * window allows for.
   */
  static final int PATIENT_FLUSHES = 4;

  /**
   * The most flushes for which the acknowledgement of a single chunk waits for the next chunk on a slow tunnel: 1 s, for which the sender's
   * window has room. Each acknowledgement costs packets of its own on the way back, one or two on every hop, which matters where rates are
   * low.
   */
  static final int MOST_FLUSHES = 50;

  /** The number of flushes without a chunk after which a tunnel's pace is forgotten. */
  private static final int IDLE_FLUSHES = 2 * MOST_FLUSHES;

  private static final class Batch {
    private final Map<Long, ByteRanges> bySegment = new LinkedHashMap<>();
    private final Map<Long, ByteRanges> dropped = new LinkedHashMap<>();
    private int chunks;
    private int flushes;
    private int flushesSinceChunk;
    private int flushesBetweenChunks;

    private boolean isDue() {
      int pace = Math.min(MOST_FLUSHES, flushesBetweenChunks + flushesBetweenChunks / 2);
      return chunks > 0 && flushes >= (chunks == 1 ? Math.max(PATIENT_FLUSHES, pace) : PATIENT_FLUSHES);
    }

    private void clear() {
      bySegment.clear();
      dropped.clear();
      chunks = 0;
      flushes = 0;
    }
  }

  private final Map<Tunnel, Batch> batches = new HashMap<>();
  private final Replies replies;

  Acks(Replies replies) {
    this.replies = replies;
  }

  void add(Tunnel tunnel, long segment, long start, long end) {
    add(tunnel, batch -> batch.bySegment, segment, start, end);
  }

  /** Acknowledges bytes that were dropped, since they arrived when no reader waited for them. */
  void addDropped(Tunnel tunnel, long segment, long start, long end) {
    add(tunnel, batch -> batch.dropped, segment, start, end);
  }

  /**
   * Acknowledges bytes that an earlier session of the sender has sent. The acknowledgement goes to the present session, at once and by any
   * tunnel.
   */
  void send(InSegment segment, ByteRanges.ByteRange range) {
    ByteRanges ranges = new ByteRanges();
    ranges.add(range.start(), range.end());
    send(segment.source(), segment.senderId(), ranges);
  }

  /** Acknowledges at once ranges of a segment that have been here for a while, to a sender that may have been restarted. */
  void send(SiteId sender, long number, ByteRanges ranges) {
    if (ranges.size() > 0) {
      replies.send(sender, FrameType.ACK, SegmentAck.newBuilder().addRanges(toMessage(number, ranges, false)).build());
    }
  }

  private void add(Tunnel tunnel, Function<Batch, Map<Long, ByteRanges>> kind, long segment, long start, long end) {
    Batch batch = batches.computeIfAbsent(tunnel, key -> new Batch());
    kind.apply(batch).computeIfAbsent(segment, id -> new ByteRanges()).add(start, end);
    batch.flushesBetweenChunks = batch.flushesSinceChunk;
    batch.flushesSinceChunk = 0;
    if (++batch.chunks >= BATCH_CHUNKS) {
      send(tunnel, batch);
    }
  }

  /** Makes the acknowledgement of a complete segment due, since no more chunks of it will arrive. */
  void hasten(long segment) {
    batches.values().stream().filter(batch -> batch.bySegment.containsKey(segment))
        .forEach(batch -> batch.flushes = MOST_FLUSHES);
  }

  /** Sends the acknowledgements that have waited long enough. */
  void flush() {
    batches.entrySet().removeIf(entry -> {
      Batch batch = entry.getValue();
      batch.flushes += batch.chunks > 0 ? 1 : 0;
      batch.flushesSinceChunk++;
      if (batch.isDue()) {
        send(entry.getKey(), batch);
      }
      return batch.flushesSinceChunk > IDLE_FLUSHES;
    });
  }

  private void send(Tunnel tunnel, Batch batch) {
    SegmentAck.Builder ack = SegmentAck.newBuilder();
    batch.bySegment.forEach((segment, ranges) -> ack.addRanges(toMessage(segment, ranges, false)));
    batch.dropped.forEach((segment, ranges) ->
        ack.addRanges(toMessage(segment, ranges, false).toBuilder().setDropped(true)));
    batch.clear();
    if (tunnel.isOpen()) {
      tunnel.send(FrameType.ACK, ack.build());
    } else {
      replies.send(tunnel.peerSite(), FrameType.ACK, ack.build());
    }
  }

  static SegmentAck.Ranges toMessage(long segment, ByteRanges ranges, boolean resend) {
    SegmentAck.Ranges.Builder message = SegmentAck.Ranges.newBuilder().setSegment(segment).setResend(resend);
    ranges.asList().forEach(range -> message.addBounds(range.start()).addBounds(range.end()));
    return message.build();
  }
}
