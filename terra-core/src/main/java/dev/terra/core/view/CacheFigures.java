package dev.terra.core.view;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.ShuffleId;
import java.util.stream.Stream;

/**
 * The figures of an agent's cache: what it holds, and what it has done since the agent started.
 *
 * @param hits the number of segments that readers found in the cache, or on their way into it
 * @param misses the number of segments that crossed the WAN into the cache
 * @param servedBytes the bytes that readers got from the cache
 * @param crossedBytes the bytes that crossed the WAN into the cache
 * @param usedByShuffle the bytes of memory of the shuffles that use the most memory, at most {@value #MOST_SHUFFLES} shuffles
 * @param savedByShuffle the bytes that would also have crossed the WAN without the cache, for the shuffles that saved the most, at most
 *     {@value #MOST_SHUFFLES} shuffles
 * @param shareByQueue the bytes that each queue may hold while other queues need room
 * @param disk the figures of the cache's part on the disk
 */
public record CacheFigures(long usedBytes, long capacityBytes, long hits, long misses, long servedBytes, long crossedBytes,
    ImmutableMap<ShuffleId, Long> usedByShuffle, ImmutableMap<ShuffleId, Long> savedByShuffle, ImmutableMap<String, Long> shareByQueue,
    Disk disk) {
  /**
   * The most shuffles, and the most queues, of a report. Not more shuffles have segments with several readers at a time, and so many names
   * take some kilobytes.
   */
  public static final int MOST_SHUFFLES = 64;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative, or there are too many shuffles
   */
  public CacheFigures {
    if (usedBytes < 0 || capacityBytes < 0 || hits < 0 || misses < 0 || servedBytes < 0 || crossedBytes < 0
        || Stream.of(usedByShuffle, savedByShuffle, shareByQueue).flatMap(map -> map.values().stream()).anyMatch(bytes -> bytes < 0)) {
      throw new IllegalArgumentException("expected no negative number of a cache of " + capacityBytes + " bytes, got " + usedBytes
          + " used, " + hits + " hits, " + misses + " misses, " + servedBytes + " bytes served and " + crossedBytes + " crossed");
    }
    if (shareByQueue.size() > MOST_SHUFFLES) {
      throw new IllegalArgumentException("expected " + MOST_SHUFFLES + " queues of a cache or less, got " + shareByQueue.size());
    }
    int shuffles = Math.max(usedByShuffle.size(), savedByShuffle.size());
    if (shuffles > MOST_SHUFFLES) {
      throw new IllegalArgumentException("expected " + MOST_SHUFFLES + " shuffles of a cache or less, got " + shuffles);
    }
  }

  /**
   * The figures of a cache's part on the disk.
   *
   * @param capacityBytes the bytes that fit; 0 if the cache has no part on the disk
   * @param hits the number of segments that readers found on the disk and not in memory
   */
  public record Disk(long usedBytes, long capacityBytes, long hits) {
    /** The figures if the cache has no part on the disk. */
    public static final Disk NONE = new Disk(0, 0, 0);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public Disk {
      if (usedBytes < 0 || capacityBytes < 0 || hits < 0) {
        throw new IllegalArgumentException("expected no negative number of a cache's disk of " + capacityBytes + " bytes, got " + usedBytes
            + " used and " + hits + " hits");
      }
    }
  }

  /** Returns the number of bytes that would also have crossed the WAN without the cache. */
  public long savedBytes() {
    return Math.max(0, servedBytes - crossedBytes);
  }
}
