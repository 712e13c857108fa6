package dev.terra.testbed.plan;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The routes that the testbed's routers take by default. As in the Internet, they have the fewest hops, then the lowest
 * latency; among equals, they take the neighbour that comes first in the topology file. They are computed per
 * destination, so hop-by-hop forwarding never loops.
 */
public final class DefaultRoutes {
  private final Wan wan;
  private final boolean countHops;
  private final Map<SiteId, Map<SiteId, Step>> towards = new HashMap<>();

  /** The distance to a destination, and the next neighbour. */
  private record Step(int hops, Duration latency, Optional<SiteId> next) {
    static final Comparator<Step> NEAREST = Comparator.comparingInt(Step::hops).thenComparing(Step::latency);

    Step before(SiteId neighbour, Duration added, int addedHops) {
      return new Step(hops + addedHops, latency.plus(added), Optional.of(neighbour));
    }
  }

  /** Makes the routes over all links of this WAN, from which cut links must be left out. */
  public DefaultRoutes(Wan wan) {
    this(wan, true);
  }

  /** Makes routes by the number of hops, or by latency alone. */
  DefaultRoutes(Wan wan, boolean countHops) {
    this.wan = wan;
    this.countHops = countHops;
    for (Site destination : wan.sites()) {
      towards.put(destination.id(), stepsTowards(destination.id()));
    }
  }

  /** Returns the steps towards a destination, by Dijkstra's algorithm from the destination backwards. */
  private Map<SiteId, Step> stepsTowards(SiteId destination) {
    Map<SiteId, Step> best = new HashMap<>(Map.of(destination, new Step(0, Duration.ZERO, Optional.empty())));
    Set<SiteId> settled = new HashSet<>();
    Optional<SiteId> current = Optional.of(destination);
    while (current.isPresent()) {
      SiteId site = current.get();
      settled.add(site);
      for (Site neighbour : wan.sites()) {
        relax(best, neighbour.id(), site);
      }
      current = wan.sites().stream().map(Site::id)
          .filter(candidate -> best.containsKey(candidate) && !settled.contains(candidate))
          .min(Comparator.comparing(best::get, Step.NEAREST));
    }
    return ImmutableMap.copyOf(best);
  }

  private void relax(Map<SiteId, Step> best, SiteId from, SiteId via) {
    if (from.equals(via)) {
      return;
    }
    Optional<Link> link = wan.link(new LinkId(from, via));
    if (link.isPresent()) {
      Step step = best.get(via).before(via, link.get().latency(), countHops ? 1 : 0);
      best.merge(from, step, (old, candidate) -> Step.NEAREST.compare(candidate, old) < 0 ? candidate : old);
    }
  }

  /** Returns the neighbour that a site sends to for a destination; empty if it is the destination or cannot reach it. */
  public Optional<SiteId> nextHop(SiteId from, SiteId destination) {
    return Optional.ofNullable(towards.get(destination).get(from)).flatMap(Step::next);
  }

  /** Returns the one-way latency from a site to a destination along these routes; empty if the site cannot reach it. */
  public Optional<Duration> latency(SiteId from, SiteId destination) {
    return Optional.ofNullable(towards.get(destination).get(from)).map(Step::latency);
  }

  /** Returns the longest one-way latency between any two sites that reach each other. */
  public Duration longestLatency() {
    return towards.values().stream().flatMap(steps -> steps.values().stream()).map(Step::latency)
        .max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  /** Returns the site whose farthest other site is nearest; among equals the first. */
  public static SiteId bestConnected(Wan wan) {
    DefaultRoutes routes = new DefaultRoutes(wan);
    return wan.sites().stream().map(Site::id)
        .min(Comparator.comparing(site -> routes.towards.get(site).values().stream().map(Step::latency)
            .max(Comparator.naturalOrder()).orElse(Duration.ZERO)))
        .orElseThrow();
  }
}
