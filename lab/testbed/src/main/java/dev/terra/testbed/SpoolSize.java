package dev.terra.testbed;

import java.util.OptionalLong;

/**
 * The size of the spool of an agent on a testbed.
 *
 * @param memoryBytes of its heap, at least 1 MiB
 * @param diskBytes the limit on disk in its configuration, 0 or more
 * @param realDiskBytes the actual size of the disk, above 0, if it is smaller: a file system in memory of its own
 */
public record SpoolSize(long memoryBytes, long diskBytes, OptionalLong realDiskBytes) {
  /** The least memory that an agent accepts. */
  private static final long MIN_MEMORY_BYTES = 1L << 20;

  /** The share of one agent on a small machine. */
  public static final SpoolSize USUAL = new SpoolSize(64L << 20, 1L << 30, OptionalLong.empty());

  /** Checks the ranges. */
  public SpoolSize {
    if (memoryBytes < MIN_MEMORY_BYTES || diskBytes < 0 || (realDiskBytes.isPresent() && realDiskBytes.getAsLong() < 1)) {
      throw new TestbedException("expected a spool of at least 1 MiB of memory and a disk of 0 or more bytes, got " + memoryBytes
          + ", " + diskBytes + " and " + realDiskBytes);
    }
  }
}
