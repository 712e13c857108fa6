package dev.terra.core.view;

import org.jspecify.annotations.Nullable;

/**
 * The memory and disk that an agent uses.
 *
 * @param spoolBytes the received bytes that wait for their readers, in memory and on disk
 * @param spoolCapacityBytes the most bytes that may wait for their readers
 * @param heapBytes the used heap of the agent's Java process
 * @param heapCapacityBytes the largest heap that the process may have
 * @param cache the figures of the agent's cache; null if it has none
 */
public record ResourceUse(long spoolBytes, long spoolCapacityBytes, long heapBytes, long heapCapacityBytes,
    @Nullable CacheFigures cache) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public ResourceUse {
    if (spoolBytes < 0 || spoolCapacityBytes < 0 || heapBytes < 0 || heapCapacityBytes < 0) {
      throw new IllegalArgumentException("expected no negative number of bytes, got " + spoolBytes + " of " + spoolCapacityBytes
          + " in the spool and " + heapBytes + " of " + heapCapacityBytes + " in the heap");
    }
  }
}
