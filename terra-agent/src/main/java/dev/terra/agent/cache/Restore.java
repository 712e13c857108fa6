package dev.terra.agent.cache;

import dev.terra.agent.cache.CachedSegment.Loss;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transfer of a segment from the disk back into memory, for all its readers. Bytes that are not those that were put on the disk reach
 * no reader. It is used on the agent's thread only.
 */
final class Restore {
  /** The number of pieces that are read at a time, so that the disk always has a next read. */
  private static final int AHEAD = 4;

  private final SegmentCache cache;
  private final CachedSegment segment;
  private final DiskSegments disk;
  private final StoredSegment stored;
  private final Consumer<CachedSegment> spoiled;
  private int asked;
  private int came;
  private int cameBefore;
  private long progressNanos;
  private boolean over;

  /** The two places of a segment: memory that is reserved for it, and its copy on the disk. */
  record Way(CachedSegment to, StoredSegment from) {}

  /**
   * Creates a transfer of which nothing has arrived.
   *
   * @param spoiled takes the segment if its bytes are not those that were put on the disk
   */
  Restore(Way way, SegmentCache cache, DiskSegments disk, Consumer<CachedSegment> spoiled, long nowNanos) {
    this.segment = way.to;
    this.stored = way.from;
    this.cache = cache;
    this.disk = disk;
    this.spoiled = spoiled;
    this.progressNanos = nowNanos;
  }

  CachedSegment segment() {
    return segment;
  }

  /** Begins to read. */
  void begin() {
    for (int i = 0; i < AHEAD; i++) {
      ask();
    }
    if (stored.pieces().isEmpty()) {
      finish();
    }
  }

  private void ask() {
    if (asked < stored.pieces().size()) {
      disk.read(stored, asked++, bytes -> came(bytes.orElse(null)));
    }
  }

  private void came(byte @Nullable [] bytes) {
    if (over) {
      return;
    }
    if (bytes == null) {
      loseAll();
      return;
    }
    cache.add(segment, bytes);
    came++;
    ask();
    if (came == stored.pieces().size()) {
      finish();
    } else {
      segment.readers().forEach(CachedSegment.Reader::news);
    }
  }

  private void finish() {
    boolean whole = segment.finish(stored.crc());
    if (whole || (segment.isGone() && !segment.hasReaders())) {
      end();
      segment.readers().forEach(CachedSegment.Reader::news);
    } else {
      loseAll();
    }
  }

  private void loseAll() {
    if (!disk.hasFailed()) {
      disk.remove(stored);
      spoiled.accept(segment);
    }
    stop(Loss.FAILED, "the disk of this agent's cache lost " + segment);
  }

  /** Ends the transfer early: no more of the segment arrives. */
  void stop(Loss loss, String why) {
    if (!over) {
      Set<CachedSegment.Reader> readers = segment.readers();
      end();
      cache.remove(segment);
      readers.forEach(reader -> reader.lost(loss, why));
    }
  }

  private void end() {
    over = true;
    disk.release(stored);
  }

  /** Returns whether nothing more arrives by this transfer. */
  boolean isOver() {
    return over;
  }

  /** Returns for how many nanoseconds nothing has arrived. */
  long quietNanos(long nowNanos) {
    if (came > cameBefore) {
      cameBefore = came;
      progressNanos = nowNanos;
    }
    return nowNanos - progressNanos;
  }
}
