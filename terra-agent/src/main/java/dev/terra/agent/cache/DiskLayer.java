package dev.terra.agent.cache;

import dev.terra.agent.cache.CachedSegment.Loss;
import dev.terra.agent.wire.SegmentId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Restores segments from the disk to memory. A disk that fails or does not respond is given up for good, and the cache continues without
 * it. It is used on the agent's thread only.
 */
final class DiskLayer {
  /**
   * The longest time without a read before the disk is given up. A busy disk responds sooner, and a reader that has waited this long still
   * has time for its origin before its handler gives up.
   */
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final SegmentCache cache;
  private final @Nullable DiskSegments disk;
  private final Consumer<CachedSegment> spoiled;
  private final Set<Restore> restores = new LinkedHashSet<>();
  private boolean givenUp;
  private long hits;

  /**
   * Creates a layer that restores nothing yet.
   *
   * @param disk the disk; null if there is none
   * @param spoiled takes a segment whose bytes on the disk are not those that were put in
   */
  DiskLayer(SegmentCache cache, @Nullable DiskSegments disk, Consumer<CachedSegment> spoiled) {
    this.cache = cache;
    this.disk = disk;
    this.spoiled = spoiled;
  }

  /**
   * Begins to restore a segment of which nothing is in memory. Returns false if it is not on the disk, or if there is no room in memory.
   */
  boolean bringBack(CachedSegment segment, long nowNanos) {
    Optional<StoredSegment> found = disk == null || disk.hasFailed() ? Optional.empty() : disk.find(segment.id());
    return disk != null && found.isPresent() && bringBack(new Restore.Way(segment, found.get()), disk, nowNanos);
  }

  private boolean bringBack(Restore.Way way, DiskSegments from, long nowNanos) {
    from.hold(way.from()); // making room in memory may remove segments from the disk
    way.to().setKnown();
    if (!cache.describe(List.of(way.to()), List.of(way.from().length()))) {
      from.release(way.from());
      return false;
    }
    hits++;
    Restore restore = new Restore(way, cache, from, spoiled, nowNanos);
    restores.add(restore);
    restore.begin();
    return true;
  }

  /** Removes older attempts of a producer when a reader reads an attempt: they are not needed any more. */
  void removeOlder(SegmentId id) {
    if (disk != null && id.output().attempt() > 0) {
      disk.remove(id.shuffle(), stored -> SegmentCache.isOlder(stored.id(), id));
    }
  }

  /** Removes a segment whose bytes in memory are not those that were put in, since the bytes on the disk may be no better. */
  void remove(SegmentId id) {
    if (disk != null) {
      disk.find(id).ifPresent(disk::remove);
    }
  }

  /** Removes what some sites send of a shuffle, and stops its restoring. */
  void end(ShuffleId shuffle, Predicate<SiteId> sources) {
    if (disk != null) {
      disk.remove(shuffle, stored -> sources.test(stored.source()));
    }
    List.copyOf(restores).stream().filter(restore -> restore.segment().id().shuffle().equals(shuffle))
        .filter(restore -> sources.test(restore.segment().source()))
        .forEach(restore -> restore.stop(Loss.ENDED, "shuffle " + shuffle + " is over"));
  }

  /** Returns the shuffles of which there are segments on the disk. */
  Set<ShuffleId> shuffles() {
    return disk == null ? Set.of() : disk.shuffles();
  }

  /** Checks the deadlines. It is to be called every 100 ms. */
  void tick(long nowNanos) {
    restores.removeIf(Restore::isOver);
    boolean quiet = restores.stream().anyMatch(restore -> restore.quietNanos(nowNanos) > PATIENCE_NANOS);
    if (disk != null && !givenUp && (quiet || disk.hasFailed())) {
      givenUp = true;
      disk.giveUp("nothing was read within " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s");
      List.copyOf(restores).forEach(restore -> restore.stop(Loss.FAILED, "the disk of this agent's cache does not answer"));
    }
  }

  /** Returns what the disk holds and has done. */
  CacheUse.Disk use() {
    return disk == null ? CacheUse.Disk.NONE : disk.use(hits);
  }
}
