package dev.terra.core.wan;

import java.util.Comparator;

/** An ordered pair of sites: bytes go from the first to the second. Both may be the same site. */
public record SitePair(SiteId from, SiteId to) implements Comparable<SitePair> {
  private static final Comparator<SitePair> ORDER = Comparator.comparing(SitePair::from).thenComparing(SitePair::to);

  @Override
  public int compareTo(SitePair other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return WrittenSites.oneWay(from, to);
  }
}
