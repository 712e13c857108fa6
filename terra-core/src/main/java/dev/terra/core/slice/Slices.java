package dev.terra.core.slice;

import dev.terra.core.shuffle.ShuffleId;
import java.util.stream.IntStream;

/**
 * Into how many slices the traffic of every site is divided, and which bytes belong to which. Agents, handlers and the controller compute
 * it alike, from nothing but the shuffle and the partition, so that a segment's slice never changes. Each slice of a site is carried by one
 * of its agents, and has tunnels to the same slice of other sites.
 *
 * @param count 1 to {@value #MOST}
 */
public record Slices(int count) {
  /** More agents than that in one site share no more work. */
  public static final int MOST = 16;
  /** One agent carries everything. */
  public static final Slices ONE = new Slices(1);

  /** Checks the range. */
  public Slices {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException("expected 1 to " + MOST + " agents for each site, got " + count);
    }
  }

  /**
   * The slice of a partition: neighbouring ones are in different slices, and shuffles of few partitions begin at different ones.
   *
   * <p>Example: of 3 slices, partitions 0, 1, 2, 3 of a shuffle whose hash leaves 2 are in slices 2, 0, 1, 2.
   */
  public int of(ShuffleId shuffle, int partition) {
    return Math.floorMod(first(shuffle) + (long) partition, count);
  }

  /** The slice of a shuffle that is not divided. */
  public int of(ShuffleId shuffle) {
    return first(shuffle);
  }

  /** All of them. */
  public IntStream numbers() {
    return IntStream.range(0, count);
  }

  private int first(ShuffleId shuffle) {
    return Math.floorMod(shuffle.value().hashCode(), count);
  }
}
