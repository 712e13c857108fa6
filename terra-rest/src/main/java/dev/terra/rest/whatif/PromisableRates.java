package dev.terra.rest.whatif;

import dev.terra.controller.core.network.PlannedPaths;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes what a latency class may use between any two sites, each pair on its stock path, if a given part of every link can be
 * promised. It does not change after its creation.
 */
final class PromisableRates {
  private final Map<LinkId, Double> promisable = new HashMap<>();
  private final Map<SitePair, List<LinkId>> paths = new LinkedHashMap<>();

  /** Creates the rates for a part of each link's capacity, 0 to 1. */
  PromisableRates(Wan wan, double part) {
    wan.links().forEach(link -> promisable.put(link.id(), part * link.capacity().bytesPerSecond()));
    PlannedPaths stock = PlannedPaths.withoutTunnels(wan);
    for (Site from : wan.sites()) {
      for (Site to : wan.sites()) {
        SitePair pair = new SitePair(from.id(), to.id());
        List<LinkId> links = from.equals(to) ? List.of() : stock.stockLinks(pair);
        if (!links.isEmpty()) {
          paths.put(pair, links);
        }
      }
    }
  }

  /** Returns the pairs of sites that have a stock path, with its links, the last one first. */
  Map<SitePair, List<LinkId>> paths() {
    return paths;
  }

  /** Returns what a pair may use if no other pair uses the class, in bytes/s. */
  double most(SitePair pair) {
    return paths.getOrDefault(pair, List.of()).stream().mapToDouble(link -> promisable.getOrDefault(link, 0.0)).min().orElse(0);
  }

  /** Returns what each pair may use if all use as much as they may: the max-min fair shares, in bytes/s. */
  Map<SitePair, Double> fair() {
    Map<LinkId, Double> left = new HashMap<>(promisable);
    Map<LinkId, Set<SitePair>> waiting = new HashMap<>();
    paths.forEach((pair, links) -> links.forEach(link -> waiting.computeIfAbsent(link, added -> new HashSet<>()).add(pair)));
    Map<SitePair, Double> shares = new HashMap<>();
    while (!waiting.isEmpty()) {
      LinkId full = waiting.keySet().stream()
          .min(Comparator.<LinkId>comparingDouble(link -> share(left, waiting, link)).thenComparing(link -> link)).orElseThrow();
      double share = share(left, waiting, full);
      for (SitePair pair : Set.copyOf(waiting.getOrDefault(full, Set.of()))) {
        shares.put(pair, share);
        take(pair, share, left, waiting);
      }
    }
    return shares;
  }

  private static double share(Map<LinkId, Double> left, Map<LinkId, Set<SitePair>> waiting, LinkId link) {
    return Math.max(0, left.getOrDefault(link, 0.0)) / waiting.getOrDefault(link, Set.of()).size();
  }

  private void take(SitePair pair, double share, Map<LinkId, Double> left, Map<LinkId, Set<SitePair>> waiting) {
    for (LinkId link : paths.getOrDefault(pair, List.of())) {
      left.merge(link, -share, Double::sum);
      waiting.computeIfPresent(link, (key, others) -> others.remove(pair) && others.isEmpty() ? null : others);
    }
  }
}
