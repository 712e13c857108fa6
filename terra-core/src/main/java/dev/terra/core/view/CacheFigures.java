package dev.terra.core.view;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.ShuffleId;
import java.util.stream.Stream;

/**
 * What an agent's cache holds, and what it has done since the agent started.
 *
 * @param hits segments that a reader found in it, or on their way into it
 * @param misses segments that crossed the WAN into it
 * @param servedBytes that readers got out of it
 * @param crossedBytes that crossed the WAN into it
 * @param usedByShuffle memory of the shuffles that use most, {@value #MOST_SHUFFLES} at most
 * @param savedByShuffle bytes of the shuffles of which most would have crossed the WAN as well without the cache, as many at most
 * @param shareByQueue what each queue may hold while others need room
 * @param disk what it has there
 */
public record CacheFigures(long usedBytes, long capacityBytes, long hits, long misses, long servedBytes, long crossedBytes,
    ImmutableMap<ShuffleId, Long> usedByShuffle, ImmutableMap<ShuffleId, Long> savedByShuffle, ImmutableMap<String, Long> shareByQueue,
    Disk disk) {
  /** So many shuffles have segments with several readers at a time; their names have some kilobytes. */
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
   * What a cache has on the disk.
   *
   * @param capacityBytes 0 if there is none
   * @param hits segments that a reader found there and not in memory
   */
  public record Disk(long usedBytes, long capacityBytes, long hits) {
    /** There is none. */
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

  /** Bytes that would have crossed the WAN as well without the cache. */
  public long savedBytes() {
    return Math.max(0, servedBytes - crossedBytes);
  }
}
