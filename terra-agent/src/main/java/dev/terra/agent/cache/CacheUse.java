package dev.terra.agent.cache;

import com.google.common.collect.ImmutableMap;

/**
 * What a cache holds, and what it has done since the agent started.
 *
 * @param queues the queues that read from the cache or have segments in it, by name
 * @param spoiled the number of segments whose bytes were not those that had been put in
 */
public record CacheUse(long capacityBytes, ImmutableMap<String, QueueMemory> queues, Traffic traffic, Disk disk, long spoiled) {
  /** Returns the memory in use. */
  public long usedBytes() {
    return queues.values().stream().mapToLong(QueueMemory::usedBytes).sum();
  }

  /**
   * A queue's part of the cache.
   *
   * @param usedBytes the memory of its segments, at least 0
   * @param shareBytes the bytes that it may hold while others need room, at least 0
   */
  public record QueueMemory(long usedBytes, long shareBytes) {}

  /**
   * The cache's use of the disk.
   *
   * @param capacityBytes 0 if there is no disk
   * @param usedBytes the bytes in use, in whole pages
   * @param memoryBytes the heap that the disk's books and the bytes being written take
   * @param segments counts of segments
   * @param failed true if the disk has failed and is not used any more
   */
  public record Disk(long capacityBytes, long usedBytes, long memoryBytes, Segments segments, boolean failed) {
    /** The value for a cache without a disk. */
    public static final Disk NONE = new Disk(0, 0, 0, new Segments(0, 0), false);
  }

  /**
   * Counts of segments of the disk.
   *
   * @param hits segments that readers found on the disk and not in memory
   * @param refused segments that left memory, were likely to be read again, and found no room on the disk
   */
  public record Segments(long hits, long refused) {}

  /**
   * What readers found in the cache, and what that spared.
   *
   * @param hits segments that a reader found in the cache or on their way into it
   * @param misses segments that crossed the WAN because a reader did not find them
   * @param servedBytes bytes that the cache served to readers
   * @param crossedBytes bytes that crossed the WAN into the cache
   * @param straight fetches for whose segments the cache had no room
   */
  public record Traffic(long hits, long misses, long servedBytes, long crossedBytes, long straight) {
    /** The value before any read. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0);

    Traffic found(long found, long absent) {
      return new Traffic(hits + found, misses + absent, servedBytes, crossedBytes, straight);
    }

    Traffic moved(long served, long crossed) {
      return new Traffic(hits, misses, servedBytes + served, crossedBytes + crossed, straight);
    }

    Traffic wentStraight() {
      return new Traffic(hits, misses, servedBytes, crossedBytes, straight + 1);
    }
  }
}
