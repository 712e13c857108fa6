package dev.terra.controller.core.round;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.shuffle.BundleState;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.shuffle.SourcedTerms;
import dev.terra.controller.core.shuffle.SubmittedFlows;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.explain.ScheduledRound;
import dev.terra.schedule.path.PathLimit;
import dev.terra.schedule.path.PathRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs one scheduling round: passes what is left and can be sent, on the links that are up, to the policy. A bundle is left out if its
 * sending or receiving agent is away, or if it has no usable path. Otherwise, a scheduler would hold back the bundle's whole shuffle.
 */
public final class RoundPlanner {
  private final NetworkModel network;
  private final SchedulerSource source;
  private final SubmittedFlows submitted;
  private final Function<RunningShuffle, SourcedTerms> terms;
  private final QueuePaths queuePaths;

  private @Nullable Ruled ruled;
  private @Nullable ScheduledRound last;

  /** Creates a planner. The terms are those of each shuffle. */
  public RoundPlanner(NetworkModel network, SchedulerSource source, SubmittedFlows submitted,
      Function<RunningShuffle, SourcedTerms> terms, QueuePaths queuePaths) {
    this.queuePaths = queuePaths;
    this.network = network;
    this.source = source;
    this.submitted = submitted;
    this.terms = terms;
  }

  /**
   * The state of the WAN in a round.
   *
   * @param live returns whether a site has a live agent
   * @param drained returns whether an operator has taken a site's agents out of use; of what they send and receive, only bytes that readers
   *     wait for and submitted shuffles, which no stock path carries, are planned
   * @param idle returns whether nothing of a bundle moves; a shuffle whose bundles are all idle goes last
   */
  record View(Set<LinkId> linksDown, Set<Path> tunnelsDown, Predicate<SiteId> live, Predicate<SiteId> drained, Predicate<BundleId> idle) {
    boolean attends(SitePair pair, BundleState bundle, boolean submitted) {
      return live.test(pair.from()) && live.test(pair.to())
          && (submitted || bundle.requestedOutstanding() > 0 || (!drained.test(pair.from()) && !drained.test(pair.to())));
    }
  }

  /** A scheduler with the rules that it follows. */
  private record Ruled(PathRules rules, Scheduler scheduler) {}

  RoundPlan plan(ShuffleBook shuffles, View view, long nowNanos) {
    Ruled now = follow(view);
    boolean jobs = shuffles.active().stream().anyMatch(shuffle -> !submitted.knows(shuffle.id()));
    Floors floors = new Floors(network.planned(jobs));
    queuePaths.begin(nowNanos);
    List<ShuffleDemand> demands = new ArrayList<>();
    shuffles.active().forEach(shuffle -> noteTerms(shuffle, nowNanos));
    shuffles.active().forEach(shuffle -> demand(shuffle, limited(shuffle, view, floors.all(), now.rules), view, floors)
        .ifPresent(demands::add));
    if (demands.isEmpty()) {
      last = null;
      return RoundPlan.EMPTY;
    }
    Wan remaining = floors.remaining();
    Allocation allocation = now.scheduler.schedule(remaining, demands, nowNanos / 1e9);
    last = new ScheduledRound(network.forPaths(), now.rules, remaining, ImmutableList.copyOf(demands), nowNanos / 1e9, allocation);
    allocation.shuffles().forEach(a -> shuffles.find(a.id()).ifPresent(shuffle -> {
      shuffle.noteGamma(a.gammaSeconds());
      shuffle.noteRefusal(a.admitted() ? null : a.problem().orElse(null));
    }));
    return new RoundPlan(rates(allocation, view, floors));
  }

  /** Returns the input of the last round and the schedule that it found. It is empty if there was nothing to send. */
  Optional<ScheduledRound> last() {
    return Optional.ofNullable(last);
  }

  private void noteTerms(RunningShuffle shuffle, long nowNanos) {
    SourcedTerms said = terms.apply(shuffle);
    shuffle.noteTerms(said.terms().at(nowNanos), said.source());
    if (submitted.knows(shuffle.id())) {
      shuffle.noteSubmitted();
    }
  }

  private Ruled follow(View view) {
    PathRules allowed = network.rules();
    PathRules now = new PathRules(allowed.maxPaths(), allowed.everyPath(), allowed.forbiddenLinks(),
        ImmutableSet.<Path>builder().addAll(allowed.forbiddenPaths()).addAll(view.tunnelsDown()).build());
    if (ruled == null || !now.equals(ruled.rules)) {
      ruled = new Ruled(now, source.create(network.forPaths(), now));
    }
    return ruled;
  }

  private Optional<ShuffleDemand> demand(RunningShuffle shuffle, List<BundleDemand> bundles, View view, Floors floors) {
    bundles.forEach(bundle -> {
      SitePair pair = new SitePair(bundle.from(), bundle.to());
      if (Objects.requireNonNull(shuffle.bundles().get(pair)).requestedOutstanding() > 0) {
        usable(pair, view, bundle.limit()).ifPresent(path ->
            floors.add(new BundleId(shuffle.id(), pair.from(), pair.to()), path));
      }
    });
    boolean moves = bundles.stream().anyMatch(bundle -> !view.idle().test(new BundleId(shuffle.id(), bundle.from(), bundle.to())));
    ShuffleTerms asked = shuffle.terms();
    ShuffleTerms served = moves ? asked : new ShuffleTerms(asked.weight(), ShuffleTerms.IDLE_PRIORITY, OptionalDouble.empty());
    return bundles.isEmpty()
        ? Optional.empty()
        : Optional.of(new ShuffleDemand(
            shuffle.id(), shuffle.descriptor().group(), shuffle.arrivalSeconds(), served, ImmutableList.copyOf(bundles)));
  }

  /** Returns what is left of a shuffle and can be sent, with the paths that it may take. */
  private List<BundleDemand> limited(RunningShuffle shuffle, View view, Wan now, PathRules rules) {
    PathLimit allowed = queuePaths.allowed(shuffle);
    List<BundleDemand> bundles = new ArrayList<>();
    shuffle.bundles().forEach((pair, bundle) -> {
      boolean attended = bundle.unsent() > 0 && view.attends(pair, bundle, submitted.knows(shuffle.id()));
      if (attended && usable(pair, view, allowed).isPresent()) {
        int flows = submitted.flows(shuffle.id(), pair).orElseGet(() -> shuffle.readers(pair));
        bundles.add(new BundleDemand(pair.from(), pair.to(), bundle.unsentOnLinks(), Math.max(1, flows), allowed));
      }
    });
    return queuePaths.paidFor(shuffle, terms.apply(shuffle).terms().goal(), bundles, rules, now);
  }

  /** Returns whether an earlier plan uses only what the last round allowed. */
  boolean allows(RoundPlan plan) {
    return queuePaths.allow(plan);
  }

  private Optional<Path> usable(SitePair pair, View view, PathLimit limit) {
    return network.paths().paths(pair).stream().filter(path -> limit.allows(path) && isUsable(path, view)).findFirst();
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

  /** Returns rates in whole bytes per second, on paths that have a tunnel. Agents can send on no other paths. */
  private Map<Path, Long> wholeRates(BundleAllocation bundle, View view) {
    List<Path> tunnels = network.paths().paths(new SitePair(bundle.demand().from(), bundle.demand().to()));
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
