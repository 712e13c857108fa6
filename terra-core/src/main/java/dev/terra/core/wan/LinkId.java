package dev.terra.core.wan;

import java.util.Objects;

/** One direction of a link between two neighbouring sites. */
public record LinkId(SiteId from, SiteId to) implements WanResource {
  /** Checks that the ends differ. */
  public LinkId {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    if (from.equals(to)) {
      throw new IllegalArgumentException("a link joins two different sites, got " + from + " twice");
    }
  }

  /** Returns the id of the link between the sites with these names. */
  public static LinkId of(String from, String to) {
    return new LinkId(new SiteId(from), new SiteId(to));
  }

  /** Returns the id of the other direction. */
  public LinkId reversed() {
    return new LinkId(to, from);
  }

  @Override
  public int compareTo(WanResource other) {
    if (other instanceof LinkId link) {
      int byFrom = from.compareTo(link.from);
      return byFrom != 0 ? byFrom : to.compareTo(link.to);
    }
    return -1;
  }

  @Override
  public String toString() {
    return WrittenSites.oneWay(from, to);
  }
}
