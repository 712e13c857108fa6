package dev.terra.controller.core.network;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
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
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The paths along which agents keep tunnels. For each ordered pair of sites, it is the path set of the whole WAN. Where a path of a single
 * link is allowed, it comes first. This class is immutable: changed rules need a new object.
 */
public final class PlannedPaths {
  /**
   * A site that a search has reached, with the last link of the way to it and the place where this link begins. Both are null at the start
   * of the way.
   */
  private record Reached(SiteId site, Hops hops, double bottleneck, @Nullable LinkId by, @Nullable Reached before) {
    Reached over(Link link) {
      Hops further = new Hops(hops.count + 1, hops.latencyNanos + link.latency().toNanos());
      return new Reached(link.id().to(), further, Math.min(bottleneck, link.capacity().bytesPerSecond()), link.id(), this);
    }
  }

  private record Hops(int count, long latencyNanos) {}

  private final Wan wan;
  private final Map<SitePair, List<Path>> paths = new LinkedHashMap<>();
  /** The paths by their first site. Each agent that joins needs the paths of its site, and there may be hundreds of sites. */
  private final Map<SiteId, Map<SitePair, List<Path>>> bySource = new HashMap<>();
  /** The paths of several hops by the sites that they pass or end at. */
  private final Map<SiteId, List<Path>> byReached = new HashMap<>();
  private final Map<SitePair, Reached> stockPaths = new HashMap<>();

  PlannedPaths(Wan wan, BiFunction<SiteId, SiteId, List<Path>> source) {
    this.wan = wan;
    List<SiteId> sites = wan.sites().stream().map(Site::id).sorted().toList();
    for (SiteId from : sites) {
      Map<SiteId, Reached> reached = reachedFrom(from);
      for (SiteId to : sites) {
        if (!from.equals(to)) {
          SitePair pair = new SitePair(from, to);
          List<Path> ordered = oneHopFirst(source.apply(from, to));
          paths.put(pair, ordered);
          bySource.computeIfAbsent(from, site -> new LinkedHashMap<>()).put(pair, ordered);
          ordered.forEach(this::noteReached);
          Optional.ofNullable(reached.get(to)).ifPresent(there -> stockPaths.put(pair, there));
        }
      }
    }
  }

  /** Returns the stock paths of a WAN, without any tunnels. */
  public static PlannedPaths withoutTunnels(Wan wan) {
    return new PlannedPaths(wan, (from, to) -> List.of());
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

  /** The tunnels from one site to another. Where there is a link between them, its tunnel comes first. */
  public List<Path> paths(SitePair pair) {
    return paths.getOrDefault(pair, List.of());
  }

  /** The tunnels between all sites. */
  public List<Path> all() {
    return paths.values().stream().flatMap(List::stream).toList();
  }

  /** Returns whether a tunnel is planned along a path. */
  public boolean has(Path path) {
    return paths(new SitePair(path.from(), path.to())).contains(path);
  }

  /** Returns whether the tunnels are the same as in another object. */
  boolean samePathsAs(PlannedPaths other) {
    return paths.equals(other.paths);
  }

  /** The tunnels that start at a site, by the pairs of their end sites. */
  Map<SitePair, List<Path>> from(SiteId site) {
    return Collections.unmodifiableMap(bySource.getOrDefault(site, Map.of()));
  }

  /** The tunnels of several hops that end at a site or lead through it. */
  List<Path> reaching(SiteId site) {
    return Collections.unmodifiableList(byReached.getOrDefault(site, List.of()));
  }

  /** Returns how many tunnels start at a site. */
  public int tunnelsFrom(SiteId site) {
    return from(site).values().stream().mapToInt(List::size).sum();
  }

  /**
   * Returns the rate of the stock path of a pair, in bytes/s: the bottleneck of the path with the fewest hops and, among these, the lowest
   * latency.
   */
  double stockBytesPerSecond(SitePair pair) {
    return Optional.ofNullable(stockPaths.get(pair)).map(Reached::bottleneck).orElse(0.0);
  }

  /** The links of the stock path of a pair, the last one first. There are none if there is no path. */
  public List<LinkId> stockLinks(SitePair pair) {
    List<LinkId> links = new ArrayList<>();
    for (Reached at = stockPaths.get(pair); at != null && at.by != null; at = at.before) {
      links.add(at.by);
    }
    return links;
  }

  private Map<SiteId, Reached> reachedFrom(SiteId start) {
    Map<SiteId, Reached> done = new HashMap<>();
    PriorityQueue<Reached> queue = new PriorityQueue<>(Comparator.<Reached>comparingInt(at -> at.hops.count)
        .thenComparingLong(at -> at.hops.latencyNanos).thenComparing(Reached::site));
    queue.add(new Reached(start, new Hops(0, 0), Double.POSITIVE_INFINITY, null, null));
    while (!queue.isEmpty()) {
      Reached at = queue.remove();
      if (done.putIfAbsent(at.site(), at) == null) {
        wan.linksFrom(at.site()).forEach(link -> queue.add(at.over(link)));
      }
    }
    return done;
  }
}
