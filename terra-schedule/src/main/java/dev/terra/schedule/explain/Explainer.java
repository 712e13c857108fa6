package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.WanResource;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.explain.Explanation.BundlePaths;
import dev.terra.schedule.explain.Explanation.Contender;
import dev.terra.schedule.explain.Explanation.PathUse;
import dev.terra.schedule.explain.Explanation.Remedy;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Explains the shuffles of one round. It depends on nothing but the round. It has one owner. */
public final class Explainer {
  /** The most contenders, and the most remedies, that an explanation names. */
  private static final int MOST_NAMED = 10;
  /** A link is full if less than this share of its capacity is left. */
  private static final double FULL = 1e-6;
  /** The largest growth of a link that a caller may request, percent. */
  public static final double MOST_PERCENT = 1000;

  private final ScheduledRound round;
  private final PathSets paths;
  private final LimitSearch search;
  private final Map<WanResource, Double> loads = new HashMap<>();

  /** Makes an explainer of a round; the solver solves its programs. */
  public Explainer(ScheduledRound round, LpSolver solver) {
    this.round = round;
    this.paths = round.paths();
    this.search = new LimitSearch(paths, solver);
    round.allocation().shuffles().stream().flatMap(shuffle -> shuffle.bundles().stream()).flatMap(bundle -> bundle.rates().stream())
        .forEach(rate -> resources(rate.path()).forEach(link -> loads.merge(link, rate.bytesPerSecond(), Double::sum)));
  }

  /**
   * Explains a shuffle; empty if the round had no bytes of it to send.
   *
   * @param widerPercent by how much remedies make links wider, above 0 and at most {@link #MOST_PERCENT}
   */
  public Optional<Explanation> explain(ShuffleId id, double widerPercent) {
    if (!(widerPercent > 0 && widerPercent <= MOST_PERCENT)) {
      throw new IllegalArgumentException("a link gets more than 0 and at most " + MOST_PERCENT + " % more, got " + widerPercent);
    }
    Optional<ShuffleDemand> demand = round.demand(id);
    Optional<ShuffleAllocation> allocated = round.allocated(id);
    if (demand.isEmpty() || allocated.isEmpty()) {
      return Optional.empty();
    }
    GammaLimits limits = search.limits(round.now(), demand.get());
    return Optional.of(new Explanation(id, round.atSeconds(), demand.get().terms(), new PlaceSearch(round).place(id), limits,
        allocated.get().bundles().stream().map(this::paths).collect(ImmutableList.toImmutableList()), contenders(id, limits),
        remedies(limits, widerPercent)));
  }

  private BundlePaths paths(BundleAllocation bundle) {
    BundleDemand demand = bundle.demand();
    Map<Path, PathRate> rates = new HashMap<>();
    bundle.rates().forEach(rate -> rates.put(rate.path(), rate));
    Set<Path> all = new LinkedHashSet<>(paths.paths(demand.from(), demand.to()));
    all.addAll(rates.keySet());
    return new BundlePaths(demand.from(), demand.to(), demand.bytes(), bundle.bytesPerSecond(), all.stream()
        .map(path -> use(path, rates.getOrDefault(path, new PathRate(path, 0, 0)))).collect(ImmutableList.toImmutableList()));
  }

  private PathUse use(Path path, PathRate rate) {
    return new PathUse(
        path, rate.bytesPerSecond(), rate.plannedBytesPerSecond(), resources(path).stream().filter(this::isFull).findFirst());
  }

  private List<WanResource> resources(Path path) {
    return paths.wan().resources(path);
  }

  private boolean isFull(WanResource link) {
    double capacity = round.now().capacity(link).map(Bandwidth::bytesPerSecond).orElse(0.0);
    return loads.getOrDefault(link, 0.0) >= capacity * (1 - FULL);
  }

  private ImmutableList<Contender> contenders(ShuffleId self, GammaLimits limits) {
    Map<List<Object>, Contender> contenders = new HashMap<>();
    for (ShuffleAllocation other : round.allocation().shuffles()) {
      if (!other.id().equals(self)) {
        other.bundles().stream().flatMap(bundle -> bundle.rates().stream()).forEach(rate -> resources(rate.path()).stream()
            .filter(limits.named()::contains)
            .forEach(link -> contenders.merge(List.of(other.id(), link), new Contender(other.id(), link, rate.bytesPerSecond()),
                (a, b) -> new Contender(a.shuffle(), link, a.bytesPerSecond() + b.bytesPerSecond()))));
      }
    }
    return contenders.values().stream()
        .sorted(Comparator.comparingDouble((Contender each) -> -each.bytesPerSecond()).thenComparing(Contender::shuffle)
            .thenComparing(Contender::link))
        .limit(MOST_NAMED).collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<Remedy> remedies(GammaLimits limits, double percent) {
    Set<Set<WanResource>> sets = new LinkedHashSet<>();
    for (LimitingLink limit : limits.links()) {
      Set<WanResource> together = new LinkedHashSet<>(List.of(limit.link()));
      together.addAll(limit.onlyWith());
      sets.add(together);
    }
    if (Double.isInfinite(limits.gammaSeconds())) {
      return ImmutableList.of();
    }
    return sets.stream().limit(2L * MOST_NAMED).map(links -> {
      double gamma = search.gammaSeconds(links, 1 + percent / 100);
      return new Remedy(ImmutableList.sortedCopyOf(links), percent, gamma, Math.max(0, limits.gammaSeconds() - gamma));
    }).sorted(Comparator.comparingDouble((Remedy each) -> -each.savedSeconds()).thenComparing(each -> each.links().size()))
        .limit(MOST_NAMED).collect(ImmutableList.toImmutableList());
  }
}
