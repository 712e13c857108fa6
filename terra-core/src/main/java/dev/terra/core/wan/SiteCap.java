package dev.terra.core.wan;

import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;

/** The cap of all bytes that leave, or of all that enter, a site over all its links: the site's own bytes and the bytes that it relays. */
public record SiteCap(SiteId site, Direction direction) implements WanResource {
  private static final Comparator<SiteCap> ORDER = Comparator.comparing(SiteCap::site).thenComparing(SiteCap::direction);

  /** The direction in which bytes count. */
  public enum Direction {
    /** Bytes that leave the site. */
    EGRESS,
    /** Bytes that enter the site. */
    INGRESS
  }

  /** Checks that nothing is missing. */
  public SiteCap {
    Objects.requireNonNull(site, "site");
    Objects.requireNonNull(direction, "direction");
  }

  /** Returns whether bytes on a link count against this cap. */
  public boolean counts(LinkId link) {
    return site.equals(direction == Direction.EGRESS ? link.from() : link.to());
  }

  @Override
  public int compareTo(WanResource other) {
    return other instanceof SiteCap cap ? ORDER.compare(this, cap) : 1;
  }

  @Override
  public String toString() {
    return direction.name().toLowerCase(Locale.ROOT) + " cap of site " + site;
  }
}
