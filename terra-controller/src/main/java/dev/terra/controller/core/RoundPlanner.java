package dev.terra.controller.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One scheduling round: what is left and can be sent, on the links that are up, through the policy. Bundles whose sending or
 * receiving agent is away are left out, and so are those without a usable path; a scheduler would hold back their whole shuffle.
 */
final class RoundPlanner {
  /** The capacities that may be planned, payload bytes/s, all links up. */
  private final Wan planned;
  private final Wan plannedForJobs;
  private final Routes routes;
  private final SchedulerSource source;
  private final Predicate<ShuffleId> submitted;
  private final Function<ShuffleState, PartialTerms> terms;

  private Set<Path> forbidden = Set.of();
  private Scheduler scheduler;
  private Set<LinkId> linksDown = Set.of();
  private Wan up;
  private Wan upForJobs;

  /** Those that are not submitted are jobs'; terms are what was said of each shuffle's. */
  RoundPlanner(ControllerSettings settings, Routes routes, Predicate<ShuffleId> submitted,
      Function<ShuffleState, PartialTerms> terms) {
    this.planned = settings.planned();
    this.plannedForJobs = settings.plannedForJobs();
    this.routes = routes;
    this.source = settings.schedulers();
    this.submitted = submitted;
    this.terms = terms;
    this.up = planned;
    this.upForJobs = plannedForJobs;
  }

  /** What the WAN looks like to a round: links down, tunnels down, and which sites have a live agent. */
  record View(Set<LinkId> linksDown, Set<Path> tunnelsDown, Predicate<dev.terra.core.wan.SiteId> live) {}

  Plan plan(ShuffleBook shuffles, View view, long nowNanos) {
    follow(view);
    boolean jobs = shuffles.active().stream().anyMatch(shuffle -> !submitted.test(shuffle.id()));
    Floors floors = new Floors(jobs ? upForJobs : up);
    List<ShuffleDemand> demands = new ArrayList<>();
    shuffles.active().forEach(shuffle -> shuffle.noteTerms(terms.apply(shuffle).at(nowNanos)));
    shuffles.active().forEach(shuffle -> demand(shuffle, view, floors).ifPresent(demands::add));
    if (demands.isEmpty()) {
      return Plan.EMPTY;
    }
    Allocation allocation = scheduler.schedule(floors.remaining(), demands, nowNanos / 1e9);
    allocation.shuffles().forEach(a -> shuffles.find(a.id()).ifPresent(shuffle -> {
      shuffle.noteGamma(a.gammaSeconds());
      shuffle.noteRefusal(a.admitted() ? Optional.empty() : a.problem());
    }));
    return new Plan(rates(allocation, view, floors));
  }

  private void follow(View view) {
    if (!linksDown.equals(view.linksDown())) {
      linksDown = Set.copyOf(view.linksDown());
      up = withoutLinksDown(planned);
      upForJobs = withoutLinksDown(plannedForJobs);
    }
    if (scheduler == null || !forbidden.equals(view.tunnelsDown())) {
      forbidden = Set.copyOf(view.tunnelsDown());
      scheduler = source.create(planned, ImmutableSet.copyOf(forbidden));
    }
  }

  private Wan withoutLinksDown(Wan all) {
    return linksDown.isEmpty() ? all : all.mapLinks(link -> linksDown.contains(link.id()) ? null : link);
  }

  private Optional<ShuffleDemand> demand(ShuffleState shuffle, View view, Floors floors) {
    List<BundleDemand> bundles = new ArrayList<>();
    shuffle.bundles().forEach((pair, bundle) -> {
      boolean attended = view.live().test(pair.from()) && view.live().test(pair.to());
      Optional<Path> path = bundle.remaining() > 0 && attended ? usable(pair, view) : Optional.empty();
      if (path.isPresent()) {
        bundles.add(new BundleDemand(pair.from(), pair.to(), bundle.remaining()));
        if (bundle.requestedOutstanding() > 0) {
          floors.add(new BundleId(shuffle.id(), pair.from(), pair.to()), path.get());
        }
      }
    });
    return bundles.isEmpty()
        ? Optional.empty()
        : Optional.of(new ShuffleDemand(
            shuffle.id(), shuffle.descriptor().group(), shuffle.arrivalSeconds(), shuffle.terms(), ImmutableList.copyOf(bundles)));
  }

  private Optional<Path> usable(SitePair pair, View view) {
    return routes.paths(pair).stream().filter(path -> isUsable(path, view)).findFirst();
  }

  private static boolean isUsable(Path path, View view) {
    return !view.tunnelsDown().contains(path) && path.links().stream().noneMatch(view.linksDown()::contains);
  }

  private SortedMap<BundleId, Map<Path, Long>> rates(Allocation allocation, View view, Floors floors) {
    SortedMap<BundleId, Map<Path, Long>> rates = new TreeMap<>();
    for (ShuffleAllocation shuffle : allocation.shuffles()) {
      for (BundleAllocation bundle : shuffle.bundles()) {
        rates.put(id(shuffle.id(), bundle), wholeRates(bundle, view));
      }
    }
    floors.bytesPerSecond().forEach((bundle, floor) -> rates
        .computeIfAbsent(bundle, b -> new LinkedHashMap<>())
        .merge(floors.pathOf(bundle), (long) Math.floor(floor), Long::sum));
    return rates;
  }

  /** Rates in whole bytes per second, on paths that have a tunnel: agents can send on no others. */
  private Map<Path, Long> wholeRates(BundleAllocation bundle, View view) {
    List<Path> tunnels = routes.paths(new SitePair(bundle.demand().from(), bundle.demand().to()));
    Map<Path, Long> rates = new LinkedHashMap<>();
    for (PathRate rate : bundle.rates()) {
      long whole = (long) Math.floor(rate.bytesPerSecond());
      if (whole > 0 && tunnels.contains(rate.path()) && isUsable(rate.path(), view)) {
        rates.merge(rate.path(), whole, Long::sum);
      }
    }
    return rates;
  }

  private static BundleId id(ShuffleId shuffle, BundleAllocation bundle) {
    return new BundleId(shuffle, bundle.demand().from(), bundle.demand().to());
  }
}
