package dev.terra.core.wan;

import java.util.Comparator;

/** Two sites in order: bytes go from the first to the second. They may be the same site. */
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
