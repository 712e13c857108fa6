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
 * The result of one round: rates in whole bytes per second by bundle and path, all above 0. A bundle without rates has to wait.
 *
 * @param rates in the order of the bundles
 */
public record RoundPlan(SortedMap<BundleId, Map<Path, Long>> rates) {
  /** A plan in which nothing is sent. */
  public static final RoundPlan EMPTY = new RoundPlan(new TreeMap<>());
  /** A shuffle that would take more than this multiple of the time it takes alone is not planned, but gets what others leave. */
  private static final double LEFTOVERS = 1.5;

  /**
   * Returns whether this plan is hardly worse than another plan for the same bundles. No shuffle may take longer by more than a small part
   * of its remaining time, or by more than a moment. A shuffle that gets what others leave must keep almost its rate, and each of its
   * readers that the other plan serves must be served.
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
   * By how much a plan may be worse.
   *
   * @param part the part of a shuffle's remaining time
   * @param momentSeconds the time by which a shuffle may always take longer
   * @param flowPart the part of the rate of a shuffle that gets what others leave
   */
  record Tolerance(double part, double momentSeconds, double flowPart) {}

  /** Returns the rate of a shuffle, in bytes per second. */
  private double flow(RunningShuffle shuffle) {
    return left(shuffle).mapToDouble(bundle -> (double) total(shuffle, bundle.getKey())).sum();
  }

  /** Returns whether something of a shuffle is left, and nothing of it may be sent for now. */
  boolean waits(RunningShuffle shuffle) {
    return left(shuffle).findAny().isPresent() && flow(shuffle) == 0;
  }

  /** Returns how long a shuffle takes, in seconds. It is infinite if a part of the shuffle waits. */
  private double secondsLeft(RunningShuffle shuffle) {
    return left(shuffle).mapToDouble(bundle -> bundle.getValue().unsentOnLinks() / (double) total(shuffle, bundle.getKey()))
        .max().orElse(0);
  }

  /**
   * Returns the bundles of a shuffle that this plan covers. Bundles of a site whose agent is away are not covered, and wait for it under
   * any plan.
   */
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

  /** Returns this plan without the bundles that have no bytes left. It is this object if all of them have bytes left. */
  RoundPlan forWhatIsLeft(Collection<RunningShuffle> shuffles) {
    SortedMap<BundleId, Map<Path, Long>> left = new TreeMap<>();
    shuffles.forEach(shuffle -> left(shuffle).map(bundle -> id(shuffle, bundle.getKey())).forEach(id -> left.put(id, rates.get(id))));
    return left.size() == rates.size() ? this : new RoundPlan(left);
  }

  /** Returns the sum of what several agents follow. Some of them follow parts of the same bundles' rates. */
  static RoundPlan sum(Collection<Map<BundleId, Map<Path, Long>>> parts) {
    SortedMap<BundleId, Map<Path, Long>> all = new TreeMap<>();
    parts.forEach(part -> part.forEach((bundle, rates) -> {
      Map<Path, Long> byPath = all.computeIfAbsent(bundle, first -> new LinkedHashMap<>());
      rates.forEach((path, rate) -> byPath.merge(path, rate, Long::sum));
    }));
    return new RoundPlan(all);
  }

  /** Returns the part that concerns the agents of a site. */
  Map<BundleId, Map<Path, Long>> from(SiteId site) {
    return rates.entrySet().stream()
        .filter(e -> e.getKey().from().equals(site))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
  }

  Map<Path, Long> of(BundleId bundle) {
    return rates.getOrDefault(bundle, Map.of());
  }

  /** Returns whether this plan uses any of these paths. */
  boolean uses(Set<Path> paths) {
    return rates.values().stream().anyMatch(byPath -> byPath.keySet().stream().anyMatch(paths::contains));
  }

  /** Returns a round with the rates of this plan in place of those that the round found. */
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

  /** Returns planned bytes per second by path. */
  Map<Path, Long> pathLoads() {
    Map<Path, Long> loads = new HashMap<>();
    rates.values().forEach(byPath -> byPath.forEach((path, rate) -> loads.merge(path, rate, Long::sum)));
    return loads;
  }

  /** Returns planned bytes per second by link. */
  Map<LinkId, Long> loads() {
    Map<LinkId, Long> loads = new TreeMap<>();
    rates.values().forEach(byPath -> byPath.forEach((path, rate) ->
        path.links().forEach(link -> loads.merge(link, rate, Long::sum))));
    return loads;
  }

  /** Returns the bundles that used a link or a path that may no longer be used, and that have a rate elsewhere in this plan. */
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
