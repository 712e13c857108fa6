package dev.terra.agent.cache;

import dev.terra.agent.spool.PieceFile;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.shuffle.ShuffleId;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A cache's memory and disk, how queues share the memory, and whose segments may be there.
 *
 * @param memoryBytes with what the disk's books take and what is on its way there; 0: there is no cache
 * @param disk null: there is none
 * @param queues the queue of a shuffle's job; empty if it is not known
 * @param mayKeep whether bytes of a shuffle may be kept at this site
 */
public record CacheRoom(long memoryBytes, @Nullable PieceFile disk, SharePolicy shares, Function<ShuffleId, String> queues,
    Predicate<ShuffleId> mayKeep) {
  /** The part of the memory for the books of what is on the disk: of some thousands of segments for each 64 MiB. */
  private static final int BOOKS_PART = 16;

  private long booksBytes() {
    return memoryBytes / BOOKS_PART;
  }

  /** Memory for segments. */
  long segmentsBytes() {
    return disk == null ? memoryBytes : memoryBytes - booksBytes() - disk.maxWritingBytes();
  }

  /** The disk, on which nothing is yet; null if there is none. */
  @Nullable DiskSegments openDisk() {
    return disk == null ? null : new DiskSegments(disk, booksBytes());
  }
}
