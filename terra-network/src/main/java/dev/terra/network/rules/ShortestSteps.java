package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Computes the shortest ways to a site over the links that routes use: those with the fewest sites, and the first by name among equals. */
final class ShortestSteps {
  private ShortestSteps() {}

  /** Returns the next site from each site. The steps form a tree with the destination at its root. */
  static Map<SiteId, SiteId> to(SiteId destination, Collection<Route> routes) {
    Map<SiteId, SortedSet<SiteId>> neighbours = neighbours(routes);
    Map<SiteId, SiteId> steps = new LinkedHashMap<>(Map.of(destination, destination));
    Queue<SiteId> queue = new ArrayDeque<>(List.of(destination));
    while (!queue.isEmpty()) {
      SiteId at = queue.remove();
      neighbours.getOrDefault(at, Collections.emptySortedSet()).stream().filter(site -> steps.putIfAbsent(site, at) == null)
          .forEach(queue::add);
    }
    return steps;
  }

  /** Returns the neighbours of each site over the links that routes use. */
  static Map<SiteId, SortedSet<SiteId>> neighbours(Collection<Route> routes) {
    Map<SiteId, SortedSet<SiteId>> neighbours = new TreeMap<>();
    routes.forEach(route -> route.path().links().forEach(link -> {
      neighbours.computeIfAbsent(link.from(), site -> new TreeSet<>()).add(link.to());
      neighbours.computeIfAbsent(link.to(), site -> new TreeSet<>()).add(link.from());
    }));
    return neighbours;
  }
}
