package dev.terra.agent.receive;

import dev.terra.agent.spool.Piece;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.range.ByteRanges.ByteRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * The bytes of a segment that have arrived. {@code received} has the ranges that are or were here; {@code pieces} has the bytes that are
 * still here, by offset, never overlapping; {@code unsafe} has the ranges that are being written to the disk; {@code refused} has those
 * that found no room. It is used on the agent's thread only.
 */
final class Pieces {
  private final ByteRanges received = new ByteRanges();
  private final ByteRanges unsafe = new ByteRanges();
  private final ByteRanges refused = new ByteRanges();
  private final TreeMap<Long, Piece> pieces = new TreeMap<>();

  long receivedBytes() {
    return received.size();
  }

  List<ByteRange> missing(long start, long end) {
    return received.missing(start, end);
  }

  /** Returns whether none of the bytes in a range is being written to the disk. Such bytes are here, but must not be acknowledged yet. */
  boolean safe(long start, long end) {
    return unsafe.present(start, end) == 0;
  }

  /** Returns the received ranges of which nothing is being written to the disk. */
  List<ByteRange> safeRanges() {
    return received.asList().stream().filter(range -> safe(range.start(), range.end())).toList();
  }

  void put(long start, Piece piece) {
    received.add(start, start + piece.length());
    pieces.put(start, piece);
  }

  void markUnsafe(long start, long end) {
    unsafe.add(start, end);
  }

  void markSafe(long start, long end) {
    unsafe.remove(start, end);
  }

  /** Returns the piece that begins at an offset, if it is here. */
  Optional<Piece> at(long start) {
    return Optional.ofNullable(pieces.get(start));
  }

  /** Removes the piece at an offset for its reader, and returns it. Its bytes still count as received. */
  Piece take(long start) {
    return Objects.requireNonNull(pieces.remove(start), "no piece at the offset");
  }

  /** Returns the pieces that are here, in order. */
  Collection<Piece> all() {
    return Collections.unmodifiableCollection(pieces.values());
  }

  /** Returns the range of the last piece in memory whose offset meets a condition. */
  Optional<ByteRange> lastInMemory(LongPredicate start) {
    return pieces.descendingMap().entrySet().stream()
        .filter(piece -> !piece.getValue().onDisk() && start.test(piece.getKey()))
        .findFirst()
        .map(piece -> new ByteRange(piece.getKey(), piece.getKey() + piece.getValue().length()));
  }

  /**
   * Marks the bytes below an offset as received, so that they need not arrive. Removes and returns the pieces of them that are here, and a
   * piece that only ends above the offset.
   */
  List<Piece> skip(long offset) {
    List<Piece> useless = new ArrayList<>();
    while (!pieces.isEmpty() && pieces.firstKey() < offset) {
      Map.Entry<Long, Piece> first = pieces.pollFirstEntry();
      received.remove(first.getKey(), first.getKey() + first.getValue().length());
      useless.add(first.getValue());
    }
    received.add(0, offset);
    unsafe.remove(0, offset);
    return useless;
  }

  /** Forgets bytes that turned out to be lost. Removes and returns the piece at their first offset, if it is still here. */
  Optional<Piece> lose(long start, long end) {
    received.remove(start, end);
    unsafe.remove(start, end);
    return Optional.ofNullable(pieces.remove(start));
  }

  /** Records that bytes arrived for which there was no room. */
  void refuse(long start, long end) {
    refused.add(start, end);
  }

  /** Returns the bytes that arrived without finding room and have not arrived again, and forgets them. */
  List<ByteRange> takeRefused() {
    List<ByteRange> result = new ArrayList<>();
    for (ByteRange range : refused.asList()) {
      result.addAll(received.missing(range.start(), range.end()));
      refused.remove(range.start(), range.end());
    }
    return result;
  }

  /** Removes and returns all pieces that are here. Their bytes still count as received. */
  List<Piece> drain() {
    List<Piece> all = List.copyOf(pieces.values());
    pieces.clear();
    return all;
  }

  /** Marks bytes as not received. */
  void forget(long start, long end) {
    received.remove(start, end);
    unsafe.remove(start, end);
  }
}
