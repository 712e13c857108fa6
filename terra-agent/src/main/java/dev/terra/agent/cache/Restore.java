package dev.terra.agent.cache;

import dev.terra.agent.cache.CachedSegment.Loss;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A segment on its way from the disk back into memory, for all its readers. What the disk gives back otherwise than it was put in goes to
 * no reader. On the agent's thread.
 */
final class Restore {
  /** Pieces that are being read at a time: enough for the disk to have the next one when one is done. */
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

  /** The two places of a segment: memory is reserved for it, and the disk holds it. */
  record Way(CachedSegment to, StoredSegment from) {}

  /**
   * One of which nothing is back.
   *
   * @param spoiled takes it if it is not what was put in
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

  /** No more of it comes. */
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

  /** Whether nothing more comes by it. */
  boolean isOver() {
    return over;
  }

  /** For how long nothing has come. */
  long quietNanos(long nowNanos) {
    if (came > cameBefore) {
      cameBefore = came;
      progressNanos = nowNanos;
    }
    return nowNanos - progressNanos;
  }
}
