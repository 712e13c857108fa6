package dev.terra.agent.wire;

/**
 * Neighbouring partitions of an output that are read as one: their bytes follow one another.
 *
 * @param first 0 or more
 * @param count 1 or more; the last one's number is an int as well
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

  /** Just one. */
  public static Partitions one(int partition) {
    return new Partitions(partition, 1);
  }

  /** The partitions that a message names: no count stands for one. */
  public static Partitions of(int first, int count) {
    return new Partitions(first, count == 0 ? 1 : count);
  }

  /** The count as a message says it. */
  public int countToSay() {
    return count == 1 ? 0 : count;
  }

  /** The number after the last one's. */
  public int end() {
    return first + count;
  }

  @Override
  public String toString() {
    return count == 1 ? Integer.toString(first) : first + "-" + (end() - 1);
  }
}
