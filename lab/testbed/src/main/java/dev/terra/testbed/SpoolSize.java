package dev.terra.testbed;

import java.util.OptionalLong;

/**
 * What an agent of a testbed has for its spool.
 *
 * @param memoryBytes of its heap, at least 1 MiB
 * @param diskBytes that it believes to have on disk, 0 or more
 * @param realDiskBytes how large the disk really is, above 0, if that is less: a file system in memory of its own
 */
public record SpoolSize(long memoryBytes, long diskBytes, OptionalLong realDiskBytes) {
  /** What an agent insists on. */
  private static final long MIN_MEMORY_BYTES = 1L << 20;

  /** An agent's share of a small machine. */
  public static final SpoolSize USUAL = new SpoolSize(64L << 20, 1L << 30, OptionalLong.empty());

  /** Checks the ranges. */
  public SpoolSize {
    if (memoryBytes < MIN_MEMORY_BYTES || diskBytes < 0 || (realDiskBytes.isPresent() && realDiskBytes.getAsLong() < 1)) {
      throw new TestbedException("expected a spool of at least 1 MiB of memory and a disk of 0 or more bytes, got " + memoryBytes
          + ", " + diskBytes + " and " + realDiskBytes);
    }
  }
}
