package dev.terra.spark.pull;

import java.util.Optional;

/**
 * A shuffle block as its id names it: {@code shuffle_SHUFFLE_MAP_REDUCE}, or {@code shuffle_SHUFFLE_MAP_FIRST_END} for several partitions
 * that are read as one.
 *
 * @param map the task attempt that wrote it
 * @param first its first partition
 * @param count how many partitions, 1 or more
 */
public record BlockRange(int shuffle, long map, int first, int count) {
  private static final String PREFIX = "shuffle";
  private static final int PARTS_OF_ONE = 4;
  private static final int PARTS_OF_SEVERAL = 5;

  /** Reads a block id; empty if it is not the id of a shuffle block. */
  public static Optional<BlockRange> parse(String id) {
    String[] parts = id.split("_", -1);
    if (!parts[0].equals(PREFIX) || (parts.length != PARTS_OF_ONE && parts.length != PARTS_OF_SEVERAL)) {
      return Optional.empty();
    }
    try {
      int first = Integer.parseInt(parts[3]);
      int end = parts.length == PARTS_OF_ONE ? Math.addExact(first, 1) : Integer.parseInt(parts[4]);
      BlockRange range = new BlockRange(Integer.parseInt(parts[1]), Long.parseLong(parts[2]), first, end - first);
      return Optional.of(range).filter(BlockRange::isSound);
    } catch (NumberFormatException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private boolean isSound() {
    return shuffle >= 0 && map >= 0 && first >= 0 && count > 0;
  }
}
