package dev.terra.controller.core.network;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The paths along which agents keep tunnels: for each ordered pair of sites the path set of the whole WAN, with the path over their one
 * link first where there is one that is allowed. Immutable: other rules make other paths.
 */
public final class PlannedPaths {
  private record Reached(SiteId site, int hops, long latencyNanos, double bottleneck) {}

  private final Wan wan;
  private final Map<SitePair, List<Path>> paths = new LinkedHashMap<>();
  /** The paths by their first site. Each agent that joins needs those of its site, and there may be hundreds of sites. */
  private final Map<SiteId, Map<SitePair, List<Path>>> bySource = new HashMap<>();
  /** The paths of several hops by the sites that they pass or end at. */
  private final Map<SiteId, List<Path>> byReached = new HashMap<>();
  private final Map<SitePair, Double> stockRates = new HashMap<>();

  PlannedPaths(Wan wan, BiFunction<SiteId, SiteId, List<Path>> source) {
    this.wan = wan;
    List<SiteId> sites = wan.sites().stream().map(Site::id).sorted().toList();
    for (SiteId from : sites) {
      Map<SiteId, Double> rates = stockRatesFrom(from);
      for (SiteId to : sites) {
        if (!from.equals(to)) {
          SitePair pair = new SitePair(from, to);
          List<Path> ordered = oneHopFirst(source.apply(from, to));
          paths.put(pair, ordered);
          bySource.computeIfAbsent(from, site -> new LinkedHashMap<>()).put(pair, ordered);
          ordered.forEach(this::noteReached);
          stockRates.put(pair, rates.getOrDefault(to, 0.0));
        }
      }
    }
  }

  private void noteReached(Path path) {
    List<SiteId> sites = path.sites();
    if (sites.size() > 2) {
      sites.subList(1, sites.size()).forEach(site -> byReached.computeIfAbsent(site, key -> new ArrayList<>()).add(path));
    }
  }

  private static List<Path> oneHopFirst(List<Path> paths) {
    Set<Path> all = new LinkedHashSet<>();
    paths.stream().filter(path -> path.sites().size() == 2).forEach(all::add);
    all.addAll(paths);
    return List.copyOf(all);
  }

  /** The tunnels from one site to another; the one of a single link first, where there is a link. */
  public List<Path> paths(SitePair pair) {
    return paths.getOrDefault(pair, List.of());
  }

  /** The tunnels between all sites. */
  public List<Path> all() {
    return paths.values().stream().flatMap(List::stream).toList();
  }

  /** Whether a tunnel is planned along a path. */
  public boolean has(Path path) {
    return paths(new SitePair(path.from(), path.to())).contains(path);
  }

  /** Whether the tunnels are the same. */
  boolean samePathsAs(PlannedPaths other) {
    return paths.equals(other.paths);
  }

  /** The tunnels that start at a site, by their ends. */
  Map<SitePair, List<Path>> from(SiteId site) {
    return Collections.unmodifiableMap(bySource.getOrDefault(site, Map.of()));
  }

  /** The tunnels of several hops that end at a site or lead through it. */
  List<Path> reaching(SiteId site) {
    return Collections.unmodifiableList(byReached.getOrDefault(site, List.of()));
  }

  /** How many tunnels start at a site. */
  public int tunnelsFrom(SiteId site) {
    return from(site).values().stream().mapToInt(List::size).sum();
  }

  /** What the stock path of a pair gives, bytes/s: the bottleneck of the shortest path by hops, then latency. */
  double stockBytesPerSecond(SitePair pair) {
    return stockRates.getOrDefault(pair, 0.0);
  }

  private Map<SiteId, Double> stockRatesFrom(SiteId start) {
    Map<SiteId, Double> done = new HashMap<>();
    PriorityQueue<Reached> queue = new PriorityQueue<>(Comparator
        .comparingInt(Reached::hops).thenComparingLong(Reached::latencyNanos).thenComparing(Reached::site));
    queue.add(new Reached(start, 0, 0, Double.POSITIVE_INFINITY));
    while (!queue.isEmpty()) {
      Reached at = queue.remove();
      if (done.putIfAbsent(at.site(), at.bottleneck()) == null) {
        for (Link link : wan.linksFrom(at.site())) {
          queue.add(new Reached(link.id().to(), at.hops() + 1, at.latencyNanos() + link.latency().toNanos(),
              Math.min(at.bottleneck(), link.capacity().bytesPerSecond())));
        }
      }
    }
    return done;
  }
}
