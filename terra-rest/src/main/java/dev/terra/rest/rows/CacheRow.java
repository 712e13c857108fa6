package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** The cache of a site's agent. */
@Doc("The cache of an agent: segments that several readers of its site read cross the WAN once. Counts are since the agent started.")
public record CacheRow(
    @Doc("The agent's site and name.") String id,
    @Doc("The agent's site.") String site,
    @Doc("The agent's name.") String agent,
    @Doc("Memory that is in use.") long usedBytes,
    @Doc("The size of the memory.") long capacityBytes,
    @Doc("Segments that a reader found in the cache, or on their way into it.") long hits,
    @Doc("Segments that crossed the WAN into the cache.") long misses,
    @Doc("Bytes that readers got from the cache.") long servedBytes,
    @Doc("Bytes that crossed the WAN into the cache.") long crossedBytes,
    @Doc("Bytes that would also have crossed the WAN without the cache.") long savedBytes,
    @Doc("Disk space that is in use.") long diskUsedBytes,
    @Doc("The size of the cache's part on the disk; 0 if it has none.") long diskCapacityBytes,
    @Doc("Segments that readers found on the disk and not in memory.") long diskHits,
    @Doc("The memory and the share of each queue, the largest first. Jobs without a known queue count under an empty name.")
        List<CacheQueueRow> queues,
    @Doc("The shuffles for which the cache saved most, the largest first; at most 64, and none if the agent has an older version.")
        List<CacheShuffleRow> shuffles) {
  /** The part of a cache that belongs to a queue's jobs. */
  @Doc("The part of a cache that a queue's jobs use.")
  public record CacheQueueRow(@Doc("The queue.") String queue, @Doc("The memory that its jobs use.") long usedBytes,
      @Doc("The memory that its jobs may hold while other queues need room.") long shareBytes) {}

  /** The bytes of a shuffle that a cache has saved. */
  @Doc("The bytes that a cache has saved for a shuffle that has not ended.")
  public record CacheShuffleRow(@Doc("The shuffle's id.") String shuffle,
      @Doc("Bytes of the shuffle that would also have crossed the WAN without the cache.") long savedBytes) {}
}
