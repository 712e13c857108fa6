package dev.terra.agent.receive;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.core.range.ByteRanges.ByteRange;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes in bytes of segments. Each byte is put into the spool once, even if it arrives twice, and is acknowledged as soon as it is safe
 * there. It is used on the agent's thread only.
 */
final class Arrivals {
  private final InSegments segments;
  private final SegmentStore store;
  private final Fetches fetches;
  private final WholeChecks checks;
  private final Acks acks;

  Arrivals(InSegments segments, SegmentStore store, Fetches fetches, WholeChecks checks, Acks acks) {
    this.segments = segments;
    this.store = store;
    this.fetches = fetches;
    this.checks = checks;
    this.acks = acks;
  }

  /** Takes in intact bytes of a segment, which are within its length. */
  void take(Tunnel tunnel, InSegment segment, Frame frame) {
    long id = frame.header().segment();
    long start = frame.header().offset();
    long end = start + frame.header().length();
    List<ByteRange> missing = segment.pieces().missing(start, end);
    if (missing.isEmpty()) {
      if (segment.pieces().safe(start, end)) {
        acks.add(tunnel, id, start, end);
      }
      return;
    }
    Fetch reader = fetches.readerOf(segment).orElse(null);
    boolean stored = false;
    for (ByteRange range : missing) {
      boolean whole = range.length() == frame.payload().length;
      byte[] bytes = whole ? frame.payload()
          : Arrays.copyOfRange(frame.payload(), (int) (range.start() - start), (int) (range.end() - start));
      stored |= store(tunnel, new Arrival(segment, range, bytes, whole ? frame.payloadCrc() : Checksum.of(bytes)), reader);
    }
    segment.cameBy(tunnel.path());
    segments.update(segment);
    checks.check(segment);
    if (segment.complete()) {
      acks.hasten(id);
    }
    if (reader != null) {
      if (stored) {
        reader.progressed();
      }
      reader.proceed();
    }
  }

  private boolean store(Tunnel tunnel, Arrival arrival, @Nullable Fetch reader) {
    InSegment segment = arrival.segment();
    ByteRange range = arrival.range();
    boolean requested = reader != null && range.start() < segment.wanted();
    if (!requested) {
      segments.stir(segment);
    }
    long id = segment.senderId();
    Consumer<Boolean> told = safe -> told(tunnel, id, segment, range, safe);
    boolean stored = store.put(arrival, requested, told);
    while (!stored && reader != null && reader.isNext(segment, range.start()) && fetches.makeRoom()) {
      stored = store.put(arrival, requested, told);
    }
    if (!stored) {
      store.refuse(segment, range.start(), range.end());
    }
    return stored;
  }

  private void told(Tunnel tunnel, long id, InSegment segment, ByteRange range, boolean safe) {
    if (safe) {
      segment.pieces().markSafe(range.start(), range.end());
      acknowledge(tunnel, id, segment, range);
    } else {
      store.lost(segment, range.start(), range.end());
    }
  }

  /** Acknowledges bytes. Their sender may have been restarted while they were being written to the disk. */
  private void acknowledge(Tunnel tunnel, long id, InSegment segment, ByteRange range) {
    if (segment.hasNumber(id)) {
      acks.add(tunnel, id, range.start(), range.end());
    } else {
      acks.send(segment, range);
    }
  }
}
