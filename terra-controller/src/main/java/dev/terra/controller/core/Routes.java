package dev.terra.controller.core;

import dev.terra.api.v1.TunnelPlan;
import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
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
 * The paths along which agents keep tunnels: for each ordered pair of sites the path set of the whole WAN and, between neighbours,
 * the link itself, which tells whether it is up. Fixed for the life of a controller.
 */
final class Routes {
  private record Reached(SiteId site, int hops, long latencyNanos, double bottleneck) {}

  private final Wan wan;
  private final Map<SitePair, List<Path>> paths = new LinkedHashMap<>();
  private final Map<SitePair, Double> stockRates = new HashMap<>();

  Routes(Wan wan, BiFunction<SiteId, SiteId, List<Path>> source) {
    this.wan = wan;
    List<SiteId> sites = wan.sites().stream().map(Site::id).sorted().toList();
    for (SiteId from : sites) {
      Map<SiteId, Double> rates = stockRatesFrom(from);
      for (SiteId to : sites) {
        if (!from.equals(to)) {
          SitePair pair = new SitePair(from, to);
          paths.put(pair, pathsOf(pair, source));
          stockRates.put(pair, rates.getOrDefault(to, 0.0));
        }
      }
    }
  }

  private List<Path> pathsOf(SitePair pair, BiFunction<SiteId, SiteId, List<Path>> source) {
    Set<Path> all = new LinkedHashSet<>();
    if (wan.link(new LinkId(pair.from(), pair.to())).isPresent()) {
      all.add(Path.of(List.of(pair.from(), pair.to())));
    }
    all.addAll(source.apply(pair.from(), pair.to()));
    return List.copyOf(all);
  }

  /** The tunnels from one site to another; the one of a single link first, where there is a link. */
  List<Path> paths(SitePair pair) {
    return paths.getOrDefault(pair, List.of());
  }

  /** How many tunnels start at a site. */
  int tunnelsFrom(SiteId site) {
    return paths.entrySet().stream().filter(e -> e.getKey().from().equals(site)).mapToInt(e -> e.getValue().size()).sum();
  }

  /** What the stock path of a pair gives, bytes/s: the bottleneck of the shortest path by hops, then latency. */
  double stockBytesPerSecond(SitePair pair) {
    return stockRates.getOrDefault(pair, 0.0);
  }

  /** What an agent needs to know about its tunnels. */
  List<TunnelPlan> tunnelPlans(SiteId from) {
    List<TunnelPlan> plans = new ArrayList<>();
    paths.forEach((pair, list) -> {
      if (pair.from().equals(from)) {
        plans.add(TunnelPlan.newBuilder()
            .setTo(pair.to().name())
            .addAllPaths(list.stream().map(Routes::message).toList())
            .setStockBytesPerSecond(stockBytesPerSecond(pair))
            .build());
      }
    });
    return plans;
  }

  /** A path as agents are told it. */
  static WanPath message(Path path) {
    return WanPath.newBuilder().addAllSites(path.sites().stream().map(SiteId::name).toList()).build();
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
