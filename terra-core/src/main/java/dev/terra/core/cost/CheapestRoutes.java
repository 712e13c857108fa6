package dev.terra.core.cost;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;

/** Computes the least cost of a byte from one site to another, over any links of a WAN. An instance has one owner. */
final class CheapestRoutes {
  private final Wan wan;
  private final Map<SiteId, Map<SiteId, Double>> known = new HashMap<>();

  CheapestRoutes(Wan wan) {
    this.wan = wan;
  }

  private record Reached(SiteId site, double usd) {}

  /** Returns the least cost of a byte in US dollars; 0 if a site is unknown or cannot be reached. */
  double usdPerByte(SiteId from, SiteId to, ToDoubleFunction<Link> price) {
    return wan.contains(from) ? known.computeIfAbsent(from, site -> search(site, price)).getOrDefault(to, 0.0) : 0;
  }

  private Map<SiteId, Double> search(SiteId from, ToDoubleFunction<Link> price) {
    Map<SiteId, Double> done = new HashMap<>();
    PriorityQueue<Reached> open = new PriorityQueue<>(Comparator.comparingDouble(Reached::usd));
    open.add(new Reached(from, 0));
    while (!open.isEmpty()) {
      Reached next = open.remove();
      if (done.putIfAbsent(next.site, next.usd) == null) {
        wan.linksFrom(next.site).forEach(link -> open.add(new Reached(link.id().to(), next.usd + price.applyAsDouble(link))));
      }
    }
    return done;
  }

  /** Forgets all results, since prices have changed. */
  void forget() {
    known.clear();
  }
}
