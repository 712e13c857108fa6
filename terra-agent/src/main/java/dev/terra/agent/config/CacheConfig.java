package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import dev.terra.core.shares.SharePolicy;
import java.util.Locale;
import java.util.Set;

/**
 * The configuration of the cache for segments that several readers of the site read.
 *
 * @param memoryBytes the memory on the heap; with 0, nothing is kept, and each reader's bytes cross the WAN
 * @param diskBytes the size of a file in the spool's directory, for what finds no room in memory any more; 0 if there is none
 * @param shares how queues share the memory
 */
public record CacheConfig(long memoryBytes, long diskBytes, SharePolicy shares) {
  /** The configuration without a cache. */
  public static final CacheConfig OFF = new CacheConfig(0, 0, SharePolicy.HARE);
  /** The least memory that is not 0: 1 MiB. With less, not even one segment of the usual size fits. */
  public static final long MIN_MEMORY_BYTES = 1 << 20;
  /** The memory divided by the bytes that may be on their way to the disk. */
  private static final int WRITING_PART = 8;
  /** The most bytes on their way to the disk: what a slow disk writes in a second or less. */
  private static final long MOST_WRITING_BYTES = 32L << 20;

  private static final Set<SharePolicy> POLICIES = Set.of(SharePolicy.HARE, SharePolicy.EQUAL, SharePolicy.DRF);

  /** Checks the range. */
  public CacheConfig {
    if (memoryBytes != 0 && memoryBytes < MIN_MEMORY_BYTES) {
      throw ConfigException.ofKey("cache.memoryBytes", "expected 0, or at least " + MIN_MEMORY_BYTES + ", got " + memoryBytes);
    }
    if (diskBytes != 0 && (diskBytes < MIN_MEMORY_BYTES || memoryBytes == 0)) {
      throw ConfigException.ofKey("cache.diskBytes", "expected 0, or at least " + MIN_MEMORY_BYTES + " with cache.memoryBytes, got "
          + diskBytes);
    }
  }

  /**
   * Returns the policy with a name.
   *
   * @throws ConfigException if there is none
   */
  static SharePolicy policy(String name) {
    return POLICIES.stream().filter(policy -> policy.name().toLowerCase(Locale.ROOT).equals(name)).findFirst()
        .orElseThrow(() -> ConfigException.ofKey("cache.shares", "expected hare, equal or drf, got " + name));
  }

  /** Returns how many bytes of the memory may be on their way to the disk, if there is one. */
  public long writingBytes() {
    return Math.min(MOST_WRITING_BYTES, memoryBytes / WRITING_PART);
  }

  /** Returns whether anything is kept. */
  public boolean isOn() {
    return memoryBytes > 0;
  }
}
