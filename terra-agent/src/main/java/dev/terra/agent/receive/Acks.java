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
 * Acknowledgements that wait to be sent. They go back on the tunnel on which the bytes came, so that an acknowledgement is
 * lost only together with a tunnel whose unacknowledged bytes are sent again anyway. On the agent's thread.
 */
final class Acks {
  /** Chunks after which a tunnel's acknowledgements are sent without waiting for the timer. */
  static final int BATCH_CHUNKS = 64;

  /** Flushes for which a tunnel's acknowledgements wait: 80 ms with one every 20 ms, less than the sender's window allows for. */
  static final int PATIENT_FLUSHES = 4;

  /**
   * The flushes for which that of a single chunk waits at most for the next chunk on a slow tunnel, which its sender's window has room for:
   * 1 s. Each acknowledgement costs packets of its own on the way back, one or two on every hop, which count where rates are low.
   */
  static final int MOST_FLUSHES = 50;

  /** Flushes after which a tunnel's pace is forgotten. */
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

  /** These came when no reader waited for them. */
  void addDropped(Tunnel tunnel, long segment, long start, long end) {
    add(tunnel, batch -> batch.dropped, segment, start, end);
  }

  /** Acknowledges bytes of an earlier session of the sender to its present one, at once and by any tunnel. */
  void send(InSegment segment, ByteRanges.ByteRange range) {
    ByteRanges ranges = new ByteRanges();
    ranges.add(range.start(), range.end());
    send(segment.source(), segment.senderId(), ranges);
  }

  /** These ranges of a segment have been here for a while: its sender, which may have been started again, hears of them at once. */
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

  /** All of a segment is here: its acknowledgement waits for no more chunks. */
  void hasten(long segment) {
    batches.values().stream().filter(batch -> batch.bySegment.containsKey(segment))
        .forEach(batch -> batch.flushes = MOST_FLUSHES);
  }

  /** Sends what has waited long enough. */
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
