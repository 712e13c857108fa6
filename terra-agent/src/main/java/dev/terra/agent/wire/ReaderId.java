package dev.terra.agent.wire;

/**
 * The identity of a reader of a shuffle at a site; readers are ordered by partition.
 *
 * @param partition the partition that it reads of each output, 0 or more
 * @param index its number among the partition's readers at its site: 0, or more for readers of a broadcast, each of which gets all bytes
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
