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
 * What an operator has taken out of use for a while; tunnels stay, so that it is back at once. Drains of links may overlap, as that of both
 * directions and that of one: a link is out of use as long as any of them holds it.
 */
public final class Drains {
  /** The drains that hold each link, at least one. */
  private final Map<LinkId, Set<Object>> holders = new TreeMap<>();
  private final Set<SiteId> sites = new TreeSet<>();
  private final Set<SiteId> agents = new TreeSet<>();

  /** Links over which nothing is planned. */
  public Set<LinkId> links() {
    return Collections.unmodifiableSet(holders.keySet());
  }

  /** Links that a drain holds. */
  public Set<LinkId> heldBy(Object drain) {
    return holders.entrySet().stream().filter(held -> held.getValue().contains(drain)).map(Map.Entry::getKey).collect(Collectors.toSet());
  }

  /** Has a drain hold these links and no others. */
  public void hold(Object drain, Collection<LinkId> links) {
    holders.values().forEach(drains -> drains.remove(drain));
    holders.values().removeIf(Set::isEmpty);
    links.forEach(link -> holders.computeIfAbsent(link, held -> new HashSet<>()).add(drain));
  }

  /** Takes links back into use, whatever held them. */
  public void restore(Collection<LinkId> links) {
    links.forEach(holders::remove);
  }

  /** Sites through which nothing is relayed; may be changed. */
  public Set<SiteId> sites() {
    return sites;
  }

  /** Sites from, to and through whose agents nothing is planned; may be changed. */
  public Set<SiteId> agents() {
    return agents;
  }

  /** Whether anything is relayed through fewer sites than there are. */
  public boolean concernsPaths() {
    return !sites.isEmpty() || !agents.isEmpty();
  }

  /** The paths among some that go through a site which relays nothing. */
  public List<Path> among(Collection<Path> paths) {
    return paths.stream().filter(path -> path.sites().subList(1, path.sites().size() - 1).stream()
        .anyMatch(site -> sites.contains(site) || agents.contains(site))).toList();
  }
}
