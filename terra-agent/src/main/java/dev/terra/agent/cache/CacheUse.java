package dev.terra.agent.cache;

/**
 * What a cache holds, and what it has done since the agent started.
 *
 * @param straight fetches for whose segments it had no room
 * @param spoiled segments that it gave back otherwise than they were put in
 */
public record CacheUse(long capacityBytes, long usedBytes, Traffic traffic, long straight, long spoiled) {
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
