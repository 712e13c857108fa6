package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.util.Optional;

/**
 * The bounds of what may wait at this site for its reader. Three quarters are for bytes that were pushed ahead; a quarter of each kind of
 * storage is reserved for bytes that a reducer waits for.
 *
 * @param memoryBytes the memory on the heap, at least {@link #MIN_MEMORY_BYTES}
 * @param diskBytes the size of one file; 0 if there is none
 * @param directory the file's directory; needed if {@code diskBytes} is not 0
 */
public record SpoolConfig(long memoryBytes, long diskBytes, Optional<String> directory) {
  /** The least memory: 1 MiB. With less, not even a few chunks per tunnel fit. */
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

  /** Returns this configuration with a directory below its own. */
  SpoolConfig below(String name) {
    return new SpoolConfig(memoryBytes, diskBytes, directory.map(above -> above + "/" + name));
  }

  /** Returns the sum of memory and disk in bytes. */
  public long totalBytes() {
    return memoryBytes + diskBytes;
  }
}
