package dev.terra.agent.cache;

import com.google.common.collect.ImmutableMap;

/**
 * What a cache holds, and what it has done since the agent started.
 *
 * @param queues those that read there or have segments there, by name
 * @param straight fetches for whose segments it had no room
 * @param spoiled segments that it gave back otherwise than they were put in
 */
public record CacheUse(long capacityBytes, ImmutableMap<String, QueueMemory> queues, Traffic traffic, Disk disk, long straight,
    long spoiled) {
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
   * @param hits segments that readers found there and not in memory
   * @param refused segments that left memory, were likely to be read again, and found no room there
   * @param failed whether it is not used any more
   */
  public record Disk(long capacityBytes, long usedBytes, long memoryBytes, long hits, long refused, boolean failed) {
    /** There is none. */
    public static final Disk NONE = new Disk(0, 0, 0, 0, 0, false);
  }

  /**
   * What readers found, and what that spared.
   *
   * @param hits segments that a reader found in the cache or on their way into it
   * @param misses segments that a reader made cross the WAN
   * @param servedBytes that went to readers out of the cache
   * @param crossedBytes that crossed the WAN into it
   */
  public record Traffic(long hits, long misses, long servedBytes, long crossedBytes) {
    /** None yet. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0);

    Traffic found(long found, long absent) {
      return new Traffic(hits + found, misses + absent, servedBytes, crossedBytes);
    }

    Traffic moved(long served, long crossed) {
      return new Traffic(hits, misses, servedBytes + served, crossedBytes + crossed);
    }
  }
}
