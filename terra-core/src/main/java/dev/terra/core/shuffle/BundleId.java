package dev.terra.core.shuffle;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.Objects;

/** The identity of a bundle: all transfers of one shuffle from one site to one other site. */
public record BundleId(ShuffleId shuffle, SiteId from, SiteId to) implements Comparable<BundleId> {
  /** The most paths for which an agent counts what it sent of a bundle. It is four times the most paths of a plan, since plans change. */
  public static final int MOST_SENT_PATHS = 256;

  /** Checks that the sites differ: transfers inside a site cross no WAN. */
  public BundleId {
    Objects.requireNonNull(shuffle, "shuffle");
    if (from.equals(to)) {
      throw new IllegalArgumentException("a bundle of " + shuffle + " joins two different sites, got " + from + " twice");
    }
  }

  @Override
  public int compareTo(BundleId other) {
    int order = shuffle.compareTo(other.shuffle);
    order = order != 0 ? order : from.compareTo(other.from);
    return order != 0 ? order : to.compareTo(other.to);
  }

  @Override
  public String toString() {
    return shuffle + "/" + new SitePair(from, to);
  }
}
