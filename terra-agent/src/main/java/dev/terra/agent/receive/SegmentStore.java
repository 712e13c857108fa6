package dev.terra.agent.receive;

import dev.terra.agent.spool.Piece;
import dev.terra.agent.spool.Spool;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What of segments is in the spool: puts it in, takes it out, and asks for it again where it was lost or found no room. A piece that leaves
 * a segment gives its room back, whatever the reason. On the agent's thread.
 */
final class SegmentStore {
  private final Spool spool;
  private final InSegments segments;
  private final ResendRequests resends;
  private final Set<InSegment> refused = new LinkedHashSet<>();

  SegmentStore(Spool spool, InSegments segments, ResendRequests resends) {
    this.spool = spool;
    this.segments = segments;
    this.resends = resends;
  }

  /** Room that is reserved for bytes which readers wait for. */
  long reservedBytes() {
    return spool.reservedBytes();
  }

  /**
   * Puts bytes into the spool, if there is room for their class.
   *
   * @param requested whether a reader waits for them
   * @param safe told whether they are safe there, as soon as that is known; they are not to be vouched for before
   */
  boolean put(Arrival arrival, boolean requested, Consumer<Boolean> safe) {
    Pieces pieces = arrival.segment().pieces();
    pieces.markUnsafe(arrival.range().start(), arrival.range().end());
    Optional<Piece> piece = spool.put(arrival.data(), arrival.crc(), requested, safe);
    if (piece.isPresent()) {
      pieces.put(arrival.range().start(), piece.get());
    } else {
      pieces.markSafe(arrival.range().start(), arrival.range().end());
    }
    return piece.isPresent();
  }

  /** Reads a piece; the reader gets its bytes, or nothing if they are lost. */
  void read(Piece piece, Consumer<Optional<byte[]>> reader) {
    spool.read(piece, reader);
  }

  /** The reader has the next piece of a segment. */
  void consumeNext(InSegment segment) {
    spool.free(segment.consumeNext());
  }

  /** The beginning of a segment need not come. */
  void resume(InSegment segment, Taken taken) {
    List<Piece> useless = segment.resume(taken.bytes(), taken.crc());
    segments.update(segment);
    useless.forEach(spool::free);
  }

  /** Bytes that were here are lost: forgets them and asks for them again. */
  void lost(InSegment segment, long start, long end) {
    forget(segment, start, end);
    resends.again(segment, segment.pieces().missing(start, end));
  }

  /** Other bytes need the room of these more: they go back to their sender. */
  void evict(InSegment segment, long start, long end) {
    forget(segment, start, end);
    refuse(segment, start, end);
  }

  private void forget(InSegment segment, long start, long end) {
    segment.pieces().lose(start, end).ifPresent(spool::free);
    segments.update(segment);
  }

  /** Notes that bytes came and there was no room. */
  void refuse(InSegment segment, long start, long end) {
    segment.pieces().refuse(start, end);
    refused.add(segment);
  }

  /** What found no room goes back to its sender, which sends it again when it has credit, or if a reader waits, at once. */
  void reviveRefused() {
    List<InSegment> all = new ArrayList<>(refused);
    refused.clear();
    all.forEach(segment -> resends.again(segment, segment.pieces().takeRefused()));
  }

  /** What has come of a segment counts for nothing. */
  void discard(InSegment segment) {
    segment.pieces().drain().forEach(spool::free);
    segment.forgetReceived();
    segments.update(segment);
  }

  /** All of a segment has to come again. */
  void restart(InSegment segment) {
    discard(segment);
    resends.again(segment, segment.missing());
  }

  /** A segment is not waited for any more. */
  void drop(InSegment segment, SenderSession.Done why) {
    segments.drop(segment, why);
    refused.remove(segment);
    segment.pieces().drain().forEach(spool::free);
  }
}
