package dev.terra.agent.cache;

import com.google.common.collect.ImmutableMap;

/**
 * What a cache holds, and what it has done since the agent started.
 *
 * @param queues those that read there or have segments there, by name
 * @param spoiled segments that it gave back otherwise than they were put in
 */
public record CacheUse(long capacityBytes, ImmutableMap<String, QueueMemory> queues, Traffic traffic, Disk disk, long spoiled) {
  /** The memory in use. */
  public long usedBytes() {
    return queues.values().stream().mapToLong(QueueMemory::usedBytes).sum();
  }

  /**
   * What a queue has of the cache.
   *
   * @param usedBytes its segments' memory, at least 0
   * @param shareBytes what it may hold while others need room, at least 0
   */
  public record QueueMemory(long usedBytes, long shareBytes) {}

  /**
   * What it has on the disk.
   *
   * @param capacityBytes 0 if there is none
   * @param usedBytes in whole pages
   * @param memoryBytes of the heap that its books take, and what is on its way there
   * @param segments which ones came and went
   * @param failed whether it is not used any more
   */
  public record Disk(long capacityBytes, long usedBytes, long memoryBytes, Segments segments, boolean failed) {
    /** There is none. */
    public static final Disk NONE = new Disk(0, 0, 0, new Segments(0, 0), false);
  }

  /**
   * Segments of the disk.
   *
   * @param hits that readers found there and not in memory
   * @param refused that left memory, were likely to be read again, and found no room there
   */
  public record Segments(long hits, long refused) {}

  /**
   * What readers found, and what that spared.
   *
   * @param hits segments that a reader found in the cache or on their way into it
   * @param misses segments that a reader made cross the WAN
   * @param servedBytes that went to readers out of the cache
   * @param crossedBytes that crossed the WAN into it
   * @param straight fetches for whose segments it had no room
   */
  public record Traffic(long hits, long misses, long servedBytes, long crossedBytes, long straight) {
    /** None yet. */
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
