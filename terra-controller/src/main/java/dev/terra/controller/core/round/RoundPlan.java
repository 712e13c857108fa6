package dev.terra.controller.core.round;

import com.google.common.collect.ImmutableList;
import dev.terra.controller.core.shuffle.BundleState;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one round decided: whole bytes per second by bundle and path, more than 0. A bundle without rates has to wait.
 *
 * @param rates in the order of the bundles
 */
public record RoundPlan(SortedMap<BundleId, Map<Path, Long>> rates) {
  /** Nothing to send. */
  public static final RoundPlan EMPTY = new RoundPlan(new TreeMap<>());
  /** A shuffle that would take so many times what it would alone is not planned, but gets what others leave. */
  private static final double LEFTOVERS = 1.5;

  /**
   * Whether it is hardly worse than another plan for the same bundles: no shuffle takes longer by more than a small part of what is
   * left, or by more than a moment. For a shuffle that gets what others leave, hardly less may flow, and every reader served by the other
   * plan must be served by this one.
   */
  boolean isAsGoodAs(RoundPlan other, Collection<RunningShuffle> shuffles, Tolerance tolerance) {
    return rates.keySet().equals(other.rates.keySet()) && shuffles.stream().allMatch(shuffle -> {
      double seconds = secondsLeft(shuffle);
      double otherSeconds = other.secondsLeft(shuffle);
      double latestSeconds = Math.max(otherSeconds * (1 + tolerance.part), otherSeconds + tolerance.momentSeconds);
      boolean leftovers = otherSeconds > shuffle.gammaSeconds() * LEFTOVERS;
      return (Double.isFinite(seconds) && seconds <= latestSeconds) || (leftovers && !starvesReaders(shuffle, other)
          && flow(shuffle) >= other.flow(shuffle) * (1 - tolerance.flowPart));
    });
  }

  private boolean starvesReaders(RunningShuffle shuffle, RoundPlan other) {
    return left(shuffle).anyMatch(bundle -> bundle.getValue().requestedOutstanding() > 0
        && total(shuffle, bundle.getKey()) == 0 && other.total(shuffle, bundle.getKey()) > 0);
  }

  /**
   * What a plan may be worse by.
   *
   * @param part of a shuffle's time
   * @param momentSeconds or by this
   * @param flowPart of what flows of a shuffle that gets what others leave
   */
  record Tolerance(double part, double momentSeconds, double flowPart) {}

  /** Bytes per second of a shuffle. */
  private double flow(RunningShuffle shuffle) {
    return left(shuffle).mapToDouble(bundle -> (double) total(shuffle, bundle.getKey())).sum();
  }

  /** Whether something of a shuffle is left, and nothing of it may go for now. */
  boolean waits(RunningShuffle shuffle) {
    return left(shuffle).findAny().isPresent() && flow(shuffle) == 0;
  }

  /** How long a shuffle takes, infinite if a part of it waits. */
  private double secondsLeft(RunningShuffle shuffle) {
    return left(shuffle).mapToDouble(bundle -> bundle.getValue().unsentOnLinks() / (double) total(shuffle, bundle.getKey()))
        .max().orElse(0);
  }

  /** The bundles of a shuffle that it decides on: not those of a site whose agent is away, which wait for it under any plan. */
  private Stream<Map.Entry<SitePair, BundleState>> left(RunningShuffle shuffle) {
    return shuffle.bundles().entrySet().stream()
        .filter(bundle -> bundle.getValue().unsent() > 0 && rates.containsKey(id(shuffle, bundle.getKey())));
  }

  private static BundleId id(RunningShuffle shuffle, SitePair pair) {
    return new BundleId(shuffle.id(), pair.from(), pair.to());
  }

  private long total(RunningShuffle shuffle, SitePair pair) {
    return of(id(shuffle, pair)).values().stream().mapToLong(Long::longValue).sum();
  }

  /** This plan without the bundles that have no bytes left; this object if all of them have. */
  RoundPlan forWhatIsLeft(Collection<RunningShuffle> shuffles) {
    SortedMap<BundleId, Map<Path, Long>> left = new TreeMap<>();
    shuffles.forEach(shuffle -> left(shuffle).map(bundle -> id(shuffle, bundle.getKey())).forEach(id -> left.put(id, rates.get(id))));
    return left.size() == rates.size() ? this : new RoundPlan(left);
  }

  /** What several agents go by, some of them by parts of the same bundles' rates. */
  static RoundPlan sum(Collection<Map<BundleId, Map<Path, Long>>> parts) {
    SortedMap<BundleId, Map<Path, Long>> all = new TreeMap<>();
    parts.forEach(part -> part.forEach((bundle, rates) -> {
      Map<Path, Long> byPath = all.computeIfAbsent(bundle, first -> new LinkedHashMap<>());
      rates.forEach((path, rate) -> byPath.merge(path, rate, Long::sum));
    }));
    return new RoundPlan(all);
  }

  /** The part that concerns the agents of a site. */
  Map<BundleId, Map<Path, Long>> from(SiteId site) {
    return rates.entrySet().stream()
        .filter(e -> e.getKey().from().equals(site))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
  }

  Map<Path, Long> of(BundleId bundle) {
    return rates.getOrDefault(bundle, Map.of());
  }

  /** Whether it uses any of these paths. */
  boolean uses(Set<Path> paths) {
    return rates.values().stream().anyMatch(byPath -> byPath.keySet().stream().anyMatch(paths::contains));
  }

  /** A round with the rates of this plan instead of those that it found. */
  ScheduledRound inForce(ScheduledRound round) {
    ImmutableList<ShuffleAllocation> shuffles = round.allocation().shuffles().stream()
        .map(shuffle -> new ShuffleAllocation(shuffle.id(), shuffle.gammaSeconds(), shuffle.admitted(), shuffle.problem(),
            shuffle.bundles().stream().map(bundle -> inForce(shuffle.id(), bundle.demand())).collect(ImmutableList.toImmutableList())))
        .collect(ImmutableList.toImmutableList());
    return new ScheduledRound(round.forPaths(), round.rules(), round.now(), round.shuffles(), round.atSeconds(),
        new Allocation(round.allocation().policy(), shuffles));
  }

  private BundleAllocation inForce(ShuffleId shuffle, BundleDemand bundle) {
    return new BundleAllocation(bundle, of(new BundleId(shuffle, bundle.from(), bundle.to())).entrySet().stream()
        .map(rate -> new PathRate(rate.getKey(), rate.getValue(), rate.getValue())).collect(ImmutableList.toImmutableList()));
  }

  /** Planned bytes per second by path. */
  Map<Path, Long> pathLoads() {
    Map<Path, Long> loads = new HashMap<>();
    rates.values().forEach(byPath -> byPath.forEach((path, rate) -> loads.merge(path, rate, Long::sum)));
    return loads;
  }

  /** Planned bytes per second by link. */
  Map<LinkId, Long> loads() {
    Map<LinkId, Long> loads = new TreeMap<>();
    rates.values().forEach(byPath -> byPath.forEach((path, rate) ->
        path.links().forEach(link -> loads.merge(link, rate, Long::sum))));
    return loads;
  }

  /** The bundles that used a link or a path that may no longer be used, and now have a rate elsewhere. */
  Map<BundleId, Set<Path>> movedSince(RoundPlan before, Set<LinkId> linksDown, Set<Path> tunnelsDown) {
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
