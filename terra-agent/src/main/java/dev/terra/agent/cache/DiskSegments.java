package dev.terra.agent.cache;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import dev.terra.agent.cache.CachedSegment.Kept;
import dev.terra.agent.spool.Piece;
import dev.terra.agent.spool.PieceFile;
import dev.terra.agent.wire.SegmentId;
import dev.terra.core.shuffle.ShuffleId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The segments that a cache has on the disk: what left its memory and is likely to be read again. If there is no room, those go that were
 * not read for the longest time; what cannot be written soon is not kept.
 *
 * <p>Invariants: what the books and what is being written take of the memory is bounded, as is the file; a segment that is being read keeps
 * its room until that is over, also after it was removed; a name stands for one segment at most. On the agent's thread.
 */
final class DiskSegments {
  private final PieceFile file;
  private final long booksBytes;
  /** In the order in which they were last read or stored. */
  private final Map<SegmentId, StoredSegment> byId = new LinkedHashMap<>(16, .75f, true);
  private final SetMultimap<ShuffleId, StoredSegment> byShuffle = LinkedHashMultimap.create();
  private long usedBooks;
  private long refused;

  /**
   * None yet.
   *
   * @param booksBytes of the heap, which the books may take
   */
  DiskSegments(PieceFile file, long booksBytes) {
    this.file = file;
    this.booksBytes = booksBytes;
  }

  /** Keeps a segment that leaves memory, if it is whole, likely to be read again, and finds room. */
  void offer(CachedSegment segment) {
    if (!segment.isWhole() || !segment.isReadOften() || byId.get(segment.id()) != null) {
      return;
    }
    if (!makeRoom(segment) || !store(segment)) {
      refused++;
    }
  }

  private boolean makeRoom(CachedSegment segment) {
    long cost = StoredSegment.cost(segment.pieces().size());
    long room = segment.pieces().stream().mapToLong(kept -> PieceFile.roomOf(kept.data().length)).sum();
    boolean possible = cost <= booksBytes && room <= file.capacityBytes() && file.mayWrite(segment.partLength());
    while (possible && usedBooks + cost > booksBytes) {
      possible = removeOldest();
    }
    return possible;
  }

  private boolean store(CachedSegment segment) {
    List<Piece> pieces = new ArrayList<>();
    for (Kept kept : segment.pieces()) {
      Optional<Piece> piece = file.put(kept.data(), kept.crc());
      while (piece.isEmpty() && removeOldest()) {
        piece = file.put(kept.data(), kept.crc());
      }
      piece.ifPresent(pieces::add);
      if (piece.isEmpty()) {
        pieces.forEach(file::free);
        return false;
      }
    }
    StoredSegment stored = new StoredSegment(segment, pieces);
    byId.put(stored.id(), stored);
    byShuffle.put(stored.id().shuffle(), stored);
    usedBooks += stored.cost();
    return true;
  }

  private boolean removeOldest() {
    Optional<StoredSegment> oldest = byId.values().stream().filter(stored -> !stored.isHeld()).findFirst();
    oldest.ifPresent(this::remove);
    return oldest.isPresent();
  }

  /** The segment of a name, which counts as read now. */
  Optional<StoredSegment> find(SegmentId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The shuffles of which there are segments. */
  Set<ShuffleId> shuffles() {
    return Set.copyOf(byShuffle.keySet());
  }

  /** A segment is to be read, and keeps its room until it is released. */
  void hold(StoredSegment stored) {
    stored.hold();
  }

  /** Reads a piece of a segment that is held; the reader gets it later, or nothing if it is lost or not what it was. */
  void read(StoredSegment stored, int piece, Consumer<Optional<byte[]>> reader) {
    file.read(stored.pieces().get(piece), reader);
  }

  /** A segment is not read any more. */
  void release(StoredSegment stored) {
    stored.release();
    free(stored);
  }

  private void free(StoredSegment stored) {
    if (stored.isGone() && !stored.isHeld()) {
      stored.pieces().forEach(file::free);
      usedBooks -= stored.cost();
    }
  }

  /** A segment is not to be found any more. */
  void remove(StoredSegment stored) {
    if (!stored.isGone()) {
      stored.setGone();
      byId.remove(stored.id());
      byShuffle.remove(stored.id().shuffle(), stored);
      free(stored);
    }
  }

  /** Some segments of a shuffle are not to be found any more. */
  void remove(ShuffleId shuffle, Predicate<StoredSegment> some) {
    List.copyOf(byShuffle.get(shuffle)).stream().filter(some).forEach(this::remove);
  }

  /** Takes no more, and has nothing any more. */
  void giveUp(String why) {
    file.fail(why);
    List.copyOf(byId.values()).forEach(this::remove);
  }

  /** Whether the disk has failed. */
  boolean hasFailed() {
    return file.hasFailed();
  }

  /** What it holds and has done. */
  CacheUse.Disk use(long hits) {
    return new CacheUse.Disk(file.capacityBytes(), file.usedBytes(), usedBooks + file.writingBytes(),
        new CacheUse.Segments(hits, refused), file.hasFailed());
  }
}
