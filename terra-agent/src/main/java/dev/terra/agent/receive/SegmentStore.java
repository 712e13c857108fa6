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
 * The bytes of segments that are in the spool. It puts them in, takes them out, and requests them again where they were lost or found no
 * room. A piece that leaves a segment always gives its room back. It is used on the agent's thread only.
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

  /** Returns the room that is reserved for bytes which readers wait for. */
  long reservedBytes() {
    return spool.reservedBytes();
  }

  /**
   * Puts bytes into the spool, if there is room for their class. Returns whether there was.
   *
   * @param requested whether a reader waits for them
   * @param safe called with whether the bytes are safe in the spool, as soon as that is known; before, they must not be acknowledged
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

  /** Reads a piece. The reader gets its bytes, or nothing if they are lost. */
  void read(Piece piece, Consumer<Optional<byte[]>> reader) {
    spool.read(piece, reader);
  }

  /** Removes the next piece of a segment, as the reader has it. */
  void consumeNext(InSegment segment) {
    spool.free(segment.consumeNext());
  }

  /** Marks the beginning of a segment as not needed. */
  void resume(InSegment segment, Taken taken) {
    List<Piece> useless = segment.resume(taken.bytes(), taken.crc());
    segments.update(segment);
    useless.forEach(spool::free);
  }

  /** Forgets bytes that were here and are lost, and requests them again. */
  void lost(InSegment segment, long start, long end) {
    forget(segment, start, end);
    resends.again(segment, segment.pieces().missing(start, end));
  }

  /** Removes bytes whose room others need more. They are returned to their sender. */
  void evict(InSegment segment, long start, long end) {
    forget(segment, start, end);
    refuse(segment, start, end);
  }

  private void forget(InSegment segment, long start, long end) {
    segment.pieces().lose(start, end).ifPresent(spool::free);
    segments.update(segment);
  }

  /** Records that bytes arrived for which there was no room. */
  void refuse(InSegment segment, long start, long end) {
    segment.pieces().refuse(start, end);
    refused.add(segment);
  }

  /** Returns bytes that found no room to their sender. The sender sends them again when it has credit or, if a reader waits, at once. */
  void reviveRefused() {
    List<InSegment> all = new ArrayList<>(refused);
    refused.clear();
    all.forEach(segment -> resends.again(segment, segment.pieces().takeRefused()));
  }

  /** Discards the bytes of a segment that have arrived and not been read. */
  void discard(InSegment segment) {
    segment.pieces().drain().forEach(spool::free);
    segment.forgetReceived();
    segments.update(segment);
  }

  /** Discards a segment's bytes, and requests them again. */
  void restart(InSegment segment) {
    discard(segment);
    resends.again(segment, segment.missing());
  }

  /** Drops a segment that no reader waits for any more. */
  void drop(InSegment segment, SenderSession.Done why) {
    segments.drop(segment, why);
    refused.remove(segment);
    segment.pieces().drain().forEach(spool::free);
  }
}
