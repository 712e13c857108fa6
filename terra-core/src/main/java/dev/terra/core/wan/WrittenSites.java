package dev.terra.core.wan;

import java.util.Collection;
import java.util.stream.Collectors;

/** How sites that belong together are written; {@link WanNotation} says where, and reads them. */
final class WrittenSites {
  static final String SEPARATOR = ":";
  static final String BOTH = "::";

  private WrittenSites() {}

  /** Sites in order. */
  static String inOrder(Collection<SiteId> sites) {
    return sites.stream().map(SiteId::name).collect(Collectors.joining(SEPARATOR));
  }

  /** One direction of a link. */
  static String oneWay(SiteId from, SiteId to) {
    return from + SEPARATOR + to;
  }

  /** Both directions of a link. */
  static String bothWays(SiteId from, SiteId to) {
    return from + BOTH + to;
  }
}
