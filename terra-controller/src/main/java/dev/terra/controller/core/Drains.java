package dev.terra.controller.core;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What an operator has taken out of use for a while; tunnels stay, so that it is back at once. */
final class Drains {
  private final Set<LinkId> links = new TreeSet<>();
  private final Set<SiteId> sites = new TreeSet<>();
  private final Set<SiteId> agents = new TreeSet<>();

  /** Links over which nothing is planned; may be changed. */
  Set<LinkId> links() {
    return links;
  }

  /** Sites through which nothing is relayed; may be changed. */
  Set<SiteId> sites() {
    return sites;
  }

  /** Sites from, to and through whose agents nothing is planned; may be changed. */
  Set<SiteId> agents() {
    return agents;
  }

  /** Whether anything is relayed through fewer sites than there are. */
  boolean concernsPaths() {
    return !sites.isEmpty() || !agents.isEmpty();
  }

  /** Those of some paths that go through a site which relays nothing. */
  List<Path> among(Collection<Path> paths) {
    return paths.stream().filter(path -> path.sites().subList(1, path.sites().size() - 1).stream()
        .anyMatch(site -> sites.contains(site) || agents.contains(site))).toList();
  }
}
