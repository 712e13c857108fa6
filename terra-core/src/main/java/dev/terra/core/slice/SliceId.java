package dev.terra.core.slice;

import dev.terra.core.wan.SiteId;
import java.util.Comparator;

/**
 * The identity of a slice of a site.
 *
 * @param number the number of the slice, from 0; {@value Slices#MOST} stands for no slice
 */
public record SliceId(SiteId site, int number) implements Comparable<SliceId> {
  private static final Comparator<SliceId> ORDER = Comparator.comparing(SliceId::site).thenComparingInt(SliceId::number);

  /** Checks the range. */
  public SliceId {
    if (number < 0 || number > Slices.MOST) {
      throw new IllegalArgumentException("expected a slice of " + site + " from 0 to " + Slices.MOST + ", got " + number);
    }
  }

  /** Returns the id that stands for the part of a site's work that belongs to no slice yet. */
  public static SliceId none(SiteId site) {
    return new SliceId(site, Slices.MOST);
  }

  @Override
  public int compareTo(SliceId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return site + "#" + number;
  }
}
