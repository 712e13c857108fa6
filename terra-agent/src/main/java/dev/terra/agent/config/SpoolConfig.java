package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.util.Optional;

/**
 * How much of what arrives may wait here for its reader. Three quarters are for bytes that were pushed ahead; a quarter of
 * each kind of storage is kept for bytes that a reducer waits for.
 *
 * @param memoryBytes on the heap, at least {@link #MIN_MEMORY_BYTES}
 * @param diskBytes in one file, 0 for none
 * @param directory where that file is; needed if {@code diskBytes} is not 0
 */
public record SpoolConfig(long memoryBytes, long diskBytes, Optional<String> directory) {
  /** Below this not even a few chunks per tunnel fit: 1 MiB. */
  public static final long MIN_MEMORY_BYTES = 1 << 20;

  /** Checks the ranges. */
  public SpoolConfig {
    if (memoryBytes < MIN_MEMORY_BYTES) {
      throw ConfigException.ofKey("spool.memoryBytes", "expected at least " + MIN_MEMORY_BYTES + ", got " + memoryBytes);
    }
    if (diskBytes < 0) {
      throw ConfigException.ofKey("spool.diskBytes", "expected 0 or more, got " + diskBytes);
    }
    if (diskBytes > 0 && directory.isEmpty()) {
      throw ConfigException.ofKey("spool.directory", "expected a directory, since spool.diskBytes is " + diskBytes);
    }
  }

  /** This configuration with a directory below its own. */
  SpoolConfig below(String name) {
    return new SpoolConfig(memoryBytes, diskBytes, directory.map(above -> above + "/" + name));
  }

  /** Memory and disk together. */
  public long totalBytes() {
    return memoryBytes + diskBytes;
  }
}
