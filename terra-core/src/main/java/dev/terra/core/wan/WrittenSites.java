package dev.terra.core.wan;

import java.util.Collection;
import java.util.stream.Collectors;

/** Writes links and paths in the notation that {@link WanNotation} describes and reads. */
final class WrittenSites {
  static final String SEPARATOR = ":";
  static final String BOTH = "::";

  private WrittenSites() {}

  /** Returns the text for sites in order. */
  static String inOrder(Collection<SiteId> sites) {
    return sites.stream().map(SiteId::name).collect(Collectors.joining(SEPARATOR));
  }

  /** Returns the text for one direction of a link. */
  static String oneWay(SiteId from, SiteId to) {
    return from + SEPARATOR + to;
  }

  /** Returns the text for both directions of a link. */
  static String bothWays(SiteId from, SiteId to) {
    return from + BOTH + to;
  }
}
