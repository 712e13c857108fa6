package dev.terra.agent.wire;

/**
 * Adjacent partitions of an output that are read as one: their bytes are consecutive.
 *
 * @param first the number of the first partition, 0 or more
 * @param count the number of partitions, 1 or more; the number of the last partition is an int as well
 */
public record Partitions(int first, int count) {
  /** Checks the ranges. */
  public Partitions {
    if (first < 0) {
      throw new IllegalArgumentException("a partition's number is 0 or more, got " + first);
    }
    if (count < 1 || count > Integer.MAX_VALUE - first) {
      throw new IllegalArgumentException("expected one or more partitions from " + first + " on, got " + count);
    }
  }

  /** Returns a single partition. */
  public static Partitions one(int partition) {
    return new Partitions(partition, 1);
  }

  /** Returns the partitions that a message names; a count of 0 stands for one partition. */
  public static Partitions of(int first, int count) {
    return new Partitions(first, count == 0 ? 1 : count);
  }

  /** Returns the count for a message: 0 for one partition. */
  public int countToSay() {
    return count == 1 ? 0 : count;
  }

  /** Returns the number after that of the last partition. */
  public int end() {
    return first + count;
  }

  @Override
  public String toString() {
    return count == 1 ? Integer.toString(first) : first + "-" + (end() - 1);
  }
}
