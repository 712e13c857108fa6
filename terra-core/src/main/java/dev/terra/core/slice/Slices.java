package dev.terra.core.slice;

import dev.terra.core.shuffle.ShuffleId;
import java.util.stream.IntStream;

/**
 * The division of every site's traffic into slices. Agents, handlers and the controller all compute a segment's slice from the shuffle and
 * the partition only, so that it never changes. One of a site's agents carries each slice, and has tunnels to the same slice of other
 * sites.
 *
 * @param count the number of slices of each site, 1 to {@value #MOST}
 */
public record Slices(int count) {
  /** The most slices of a site. With more agents, a site's work is not divided further. */
  public static final int MOST = 16;
  /** The division into one slice: one agent carries everything. */
  public static final Slices ONE = new Slices(1);

  /** Checks the range. */
  public Slices {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException("expected 1 to " + MOST + " agents for each site, got " + count);
    }
  }

  /**
   * Returns the slice of a partition. Neighbouring partitions are in different slices. Shuffles begin at different slices, so that shuffles
   * with few partitions are spread too.
   *
   * <p>Example: with 3 slices, partitions 0, 1, 2, 3 of a shuffle whose hash modulo 3 is 2 are in slices 2, 0, 1, 2.
   */
  public int of(ShuffleId shuffle, int partition) {
    return Math.floorMod(first(shuffle) + (long) partition, count);
  }

  /** Returns the slice of a shuffle that is not divided. */
  public int of(ShuffleId shuffle) {
    return first(shuffle);
  }

  /** Returns the numbers of all slices. */
  public IntStream numbers() {
    return IntStream.range(0, count);
  }

  private int first(ShuffleId shuffle) {
    return Math.floorMod(shuffle.value().hashCode(), count);
  }
}
