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
 * Which bytes of a segment have come. {@code received} are those that are or were here; {@code pieces} those still here, by offset, never
 * overlapping; {@code unsafe} those on their way to the disk; {@code refused} those that found no room. On the agent's thread.
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

  /** Bytes that are on their way to the disk are here but can't be vouched for yet. */
  boolean safe(long start, long end) {
    return unsafe.present(start, end) == 0;
  }

  /** What is here and on no way to the disk. */
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

  /** The piece that begins at an offset, if it is here. */
  Optional<Piece> at(long start) {
    return Optional.ofNullable(pieces.get(start));
  }

  /** Takes the piece at an offset out, for its reader: its bytes still count as received. */
  Piece take(long start) {
    return Objects.requireNonNull(pieces.remove(start), "no piece at the offset");
  }

  /** The pieces that are here, in order. */
  Collection<Piece> all() {
    return Collections.unmodifiableCollection(pieces.values());
  }

  /** The range of the last piece in memory whose offset meets a condition. */
  Optional<ByteRange> lastInMemory(LongPredicate start) {
    return pieces.descendingMap().entrySet().stream()
        .filter(piece -> !piece.getValue().onDisk() && start.test(piece.getKey()))
        .findFirst()
        .map(piece -> new ByteRange(piece.getKey(), piece.getKey() + piece.getValue().length()));
  }

  /** The bytes below an offset need not come, or come again: returns what is here of them, and a piece that only ends above. */
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

  /** Forgets bytes that turned out to be lost; the piece at this offset is taken out, if it is still here. */
  Optional<Piece> lose(long start, long end) {
    received.remove(start, end);
    unsafe.remove(start, end);
    return Optional.ofNullable(pieces.remove(start));
  }

  /** Notes that these bytes came and there was no room. */
  void refuse(long start, long end) {
    refused.add(start, end);
  }

  /** The bytes that came and found no room, and have not come again; forgets them. */
  List<ByteRange> takeRefused() {
    List<ByteRange> result = new ArrayList<>();
    for (ByteRange range : refused.asList()) {
      result.addAll(received.missing(range.start(), range.end()));
      refused.remove(range.start(), range.end());
    }
    return result;
  }

  /** Takes out all that is here; it still counts as received. */
  List<Piece> drain() {
    List<Piece> all = List.copyOf(pieces.values());
    pieces.clear();
    return all;
  }

  /** None of these bytes has come. */
  void forget(long start, long end) {
    received.remove(start, end);
    unsafe.remove(start, end);
  }
}
