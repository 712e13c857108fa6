package dev.terra.agent.cache;

import dev.terra.agent.spool.PieceFile;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.shuffle.ShuffleId;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The memory and disk of a cache, how queues share the memory, and whose segments may be kept.
 *
 * @param memoryBytes the memory, including what the disk's books take and what is being written to the disk; 0 means that there is no cache
 * @param disk the disk; null if there is none
 * @param queues returns the queue of a shuffle's job, or an empty name if it is not known
 * @param mayKeep returns whether bytes of a shuffle may be kept at this site
 */
public record CacheRoom(long memoryBytes, @Nullable PieceFile disk, SharePolicy shares, Function<ShuffleId, String> queues,
    Predicate<ShuffleId> mayKeep) {
  /**
   * The memory divided by the part for the books of what is on the disk. For each 64 MiB of memory, that part holds the books of some
   * thousands of segments.
   */
  private static final int BOOKS_PART = 16;

  private long booksBytes() {
    return memoryBytes / BOOKS_PART;
  }

  /** Returns the memory for segments. */
  long segmentsBytes() {
    return disk == null ? memoryBytes : memoryBytes - booksBytes() - disk.maxWritingBytes();
  }

  /** Returns the disk, which holds no segment yet; null if there is none. */
  @Nullable DiskSegments openDisk() {
    return disk == null ? null : new DiskSegments(disk, booksBytes());
  }
}
