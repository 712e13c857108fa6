package dev.terra.controller.core;

import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one round decided: whole bytes per second by bundle and path, more than 0. A bundle without rates has to wait.
 *
 * @param rates in the order of the bundles
 */
record Plan(SortedMap<BundleId, Map<Path, Long>> rates) {
  /** Nothing to send. */
  static final Plan EMPTY = new Plan(new TreeMap<>());

  /** The part that concerns the agent of a site. */
  Map<BundleId, Map<Path, Long>> from(SiteId site) {
    return rates.entrySet().stream()
        .filter(e -> e.getKey().from().equals(site))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
  }

  Map<Path, Long> of(BundleId bundle) {
    return rates.getOrDefault(bundle, Map.of());
  }

  /** Planned bytes per second by link. */
  Map<LinkId, Long> loads() {
    Map<LinkId, Long> loads = new TreeMap<>();
    rates.values().forEach(byPath -> byPath.forEach((path, rate) ->
        path.links().forEach(link -> loads.merge(link, rate, Long::sum))));
    return loads;
  }

  /** The bundles that used a link or a path that may no longer be used, and now have a rate elsewhere. */
  Map<BundleId, Set<Path>> movedSince(Plan before, Set<LinkId> linksDown, Set<Path> tunnelsDown) {
    Map<BundleId, Set<Path>> moved = new TreeMap<>();
    before.rates().forEach((bundle, old) -> {
      boolean hit = old.keySet().stream()
          .anyMatch(path -> tunnelsDown.contains(path) || path.links().stream().anyMatch(linksDown::contains));
      Map<Path, Long> now = of(bundle);
      if (hit && !now.isEmpty()) {
        moved.put(bundle, now.keySet());
      }
    });
    return moved;
  }
}
