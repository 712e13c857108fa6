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
    @Doc("Memory that there is.") long capacityBytes,
    @Doc("Segments that a reader found in it, or on their way into it.") long hits,
    @Doc("Segments that crossed the WAN into it.") long misses,
    @Doc("Bytes that readers got out of it.") long servedBytes,
    @Doc("Bytes that crossed the WAN into it.") long crossedBytes,
    @Doc("Bytes that would have crossed the WAN as well without it.") long savedBytes,
    @Doc("Disk space that is in use.") long diskUsedBytes,
    @Doc("Disk space that there is; 0 if it has no disk.") long diskCapacityBytes,
    @Doc("Segments that a reader found on the disk and not in memory.") long diskHits,
    @Doc("Memory and share by queue, the largest first; those of jobs without a known queue have an empty name.")
        List<CacheQueueRow> queues,
    @Doc("The shuffles of which most was saved, the largest first; 64 at most, and none of an older agent.")
        List<CacheShuffleRow> shuffles) {
  /** The part of a cache that belongs to a queue's jobs. */
  @Doc("What a queue's jobs have of a cache.")
  public record CacheQueueRow(@Doc("The queue.") String queue, @Doc("Their memory.") long usedBytes,
      @Doc("What they may hold while others need room.") long shareBytes) {}

  /** The bytes of a shuffle that a cache has saved. */
  @Doc("What a cache has saved of a shuffle that is not over.")
  public record CacheShuffleRow(@Doc("The shuffle's id.") String shuffle,
      @Doc("Its bytes that would have crossed the WAN as well without the cache.") long savedBytes) {}
}
