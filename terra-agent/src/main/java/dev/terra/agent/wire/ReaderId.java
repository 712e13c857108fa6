package dev.terra.agent.wire;

/**
 * A reader of a shuffle at a site, in the order of partitions.
 *
 * @param partition what it reads of each output, 0 or more
 * @param index which of the partition's readers at its site: 0, or more for those of a broadcast, of whom each gets all bytes
 */
public record ReaderId(int partition, int index) implements Comparable<ReaderId> {
  /** Checks the ranges. */
  public ReaderId {
    if (partition < 0 || index < 0) {
      throw new IllegalArgumentException("a reader's numbers are 0 or more, got partition " + partition + ", reader " + index);
    }
  }

  @Override
  public int compareTo(ReaderId other) {
    int order = Integer.compare(partition, other.partition);
    return order != 0 ? order : Integer.compare(index, other.index);
  }

  @Override
  public String toString() {
    return index == 0 ? Integer.toString(partition) : partition + "#" + index;
  }
}
