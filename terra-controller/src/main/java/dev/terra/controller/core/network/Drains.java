package dev.terra.controller.core.network;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The links, sites and agents that an operator has taken out of use for a while. Their tunnels stay, so that they are back in use at once.
 * Drains of links may overlap: one drain may hold both directions of a link, and another one direction. A link is out of use as long as any
 * drain holds it.
 */
public final class Drains {
  /** The drains that hold each link. Each link in this map is held by at least one drain. */
  private final Map<LinkId, Set<Object>> holders = new TreeMap<>();
  private final Set<SiteId> sites = new TreeSet<>();
  private final Set<SiteId> agents = new TreeSet<>();

  /** The links over which nothing is planned. */
  public Set<LinkId> links() {
    return Collections.unmodifiableSet(holders.keySet());
  }

  /** The links that a drain holds. */
  public Set<LinkId> heldBy(Object drain) {
    return holders.entrySet().stream().filter(held -> held.getValue().contains(drain)).map(Map.Entry::getKey).collect(Collectors.toSet());
  }

  /** Makes a drain hold these links and no others. */
  public void hold(Object drain, Collection<LinkId> links) {
    holders.values().forEach(drains -> drains.remove(drain));
    holders.values().removeIf(Set::isEmpty);
    links.forEach(link -> holders.computeIfAbsent(link, held -> new HashSet<>()).add(drain));
  }

  /** Takes links back into use, whichever drains held them. */
  public void restore(Collection<LinkId> links) {
    links.forEach(holders::remove);
  }

  /** The sites through which nothing is relayed. Callers may change this set. */
  public Set<SiteId> sites() {
    return sites;
  }

  /** The sites from, to and through whose agents nothing is planned. Callers may change this set. */
  public Set<SiteId> agents() {
    return agents;
  }

  /** Returns whether any site is excluded from relaying. */
  public boolean concernsPaths() {
    return !sites.isEmpty() || !agents.isEmpty();
  }

  /** Returns those of the given paths that pass through a site which relays nothing. */
  public List<Path> among(Collection<Path> paths) {
    return paths.stream().filter(path -> path.sites().subList(1, path.sites().size() - 1).stream()
        .anyMatch(site -> sites.contains(site) || agents.contains(site))).toList();
  }
}
