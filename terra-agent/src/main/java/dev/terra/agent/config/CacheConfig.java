package dev.terra.agent.config;

import dev.terra.config.ConfigException;

/**
 * What is kept of segments that several readers of the site read.
 *
 * @param memoryBytes on the heap; 0: nothing is kept, and each reader's bytes cross the WAN
 */
public record CacheConfig(long memoryBytes) {
  /** Nothing is kept. */
  public static final CacheConfig OFF = new CacheConfig(0);
  /** Below this not even one segment of the usual size fits: 1 MiB. */
  public static final long MIN_MEMORY_BYTES = 1 << 20;

  /** Checks the range. */
  public CacheConfig {
    if (memoryBytes != 0 && memoryBytes < MIN_MEMORY_BYTES) {
      throw ConfigException.ofKey("cache.memoryBytes", "expected 0, or at least " + MIN_MEMORY_BYTES + ", got " + memoryBytes);
    }
  }

  /** Whether anything is kept. */
  public boolean isOn() {
    return memoryBytes > 0;
  }
}
