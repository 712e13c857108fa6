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
 * The segments that a cache keeps on the disk: those that left its memory and are likely to be read again. If there is no room, the
 * segments that were not read for the longest time are removed. What cannot be written soon is not kept.
 *
 * <p>Invariants: the memory that the books and the bytes being written take is bounded, as is the file; a segment that is being read keeps
 * its room until the read is over, even if it is removed; a name stands for one segment at most. It is used on the agent's thread only.
 */
final class DiskSegments {
  private final PieceFile file;
  private final long booksBytes;
  /** The segments by id, in the order in which they were last read or stored. */
  private final Map<SegmentId, StoredSegment> byId = new LinkedHashMap<>(16, .75f, true);
  private final SetMultimap<ShuffleId, StoredSegment> byShuffle = LinkedHashMultimap.create();
  private long usedBooks;
  private long refused;

  /**
   * Creates an empty store.
   *
   * @param booksBytes the bytes of heap that the books may take
   */
  DiskSegments(PieceFile file, long booksBytes) {
    this.file = file;
    this.booksBytes = booksBytes;
  }

  /** Stores a segment that leaves memory, if it is whole, is likely to be read again, and finds room. */
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

  /** Returns the segment with an id, and counts it as read. */
  Optional<StoredSegment> find(SegmentId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Returns the shuffles of which there are segments. */
  Set<ShuffleId> shuffles() {
    return Set.copyOf(byShuffle.keySet());
  }

  /** Notes that a segment is to be read; it keeps its room until it is released. */
  void hold(StoredSegment stored) {
    stored.hold();
  }

  /** Reads a piece of a segment that is held. The reader is called later, with nothing if the piece is lost or fails its checksum. */
  void read(StoredSegment stored, int piece, Consumer<Optional<byte[]>> reader) {
    file.read(stored.pieces().get(piece), reader);
  }

  /** Notes that a segment is not read any more. */
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

  /** Removes a segment, so that it is not found any more. */
  void remove(StoredSegment stored) {
    if (!stored.isGone()) {
      stored.setGone();
      byId.remove(stored.id());
      byShuffle.remove(stored.id().shuffle(), stored);
      free(stored);
    }
  }

  /** Removes those segments of a shuffle that meet a condition. */
  void remove(ShuffleId shuffle, Predicate<StoredSegment> some) {
    List.copyOf(byShuffle.get(shuffle)).stream().filter(some).forEach(this::remove);
  }

  /** Gives the disk up: it removes all segments and stores no more. */
  void giveUp(String why) {
    file.fail(why);
    List.copyOf(byId.values()).forEach(this::remove);
  }

  /** Returns whether the disk has failed. */
  boolean hasFailed() {
    return file.hasFailed();
  }

  /** Returns what the disk holds and has done. */
  CacheUse.Disk use(long hits) {
    return new CacheUse.Disk(file.capacityBytes(), file.usedBytes(), usedBooks + file.writingBytes(),
        new CacheUse.Segments(hits, refused), file.hasFailed());
  }
}
