package dev.terra.controller.core.round;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.turn.EventLog;
import dev.terra.controller.view.EventKind;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.units.CostLimits;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostGoal;
import dev.terra.schedule.cost.CostPlanner;
import dev.terra.schedule.cost.ThriftyPaths;
import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.path.PathLimit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The paths that the bundles of shuffles may take: those that the residency of the queue allows and, among these, those that the shuffle's
 * goal pays for. This class is used on the controller's thread only.
 */
public final class QueuePaths {
  private final NetworkModel network;
  private final Function<RunningShuffle, ImmutableSet<SiteId>> avoided;
  private final EventLog events;
  private final Map<BundleId, PathLimit> limits = new HashMap<>();
  /** The hard budgets that an event has named, and why. */
  private final Map<ShuffleId, Trouble> missed = new BoundedMap<>(ShuffleBook.ENDED_SHUFFLES);
  private long nowNanos;
  private @Nullable PathSets sets;

  /**
   * Creates the paths of one controller's shuffles.
   *
   * @param avoided returns the sites where bytes of a shuffle may not be
   * @param events get the hard budgets that cannot be kept
   */
  public QueuePaths(NetworkModel network, Function<RunningShuffle, ImmutableSet<SiteId>> avoided, EventLog events) {
    this.network = network;
    this.events = events;
    this.avoided = avoided;
  }

  /** Why a hard budget is not kept. */
  private enum Trouble {
    NO_PLAN, TOO_SMALL
  }

  /** Begins a round. */
  void begin(long roundNanos) {
    nowNanos = roundNanos;
    limits.clear();
  }

  /** Returns what residency allows to a shuffle. */
  PathLimit allowed(RunningShuffle shuffle) {
    ImmutableSet<SiteId> ruledOut = avoided.apply(shuffle);
    return ruledOut.isEmpty() ? PathLimit.NONE : new PathLimit(ruledOut, null);
  }

  /**
   * Returns the bundles of a shuffle with the paths that its goal pays for. There are none if the shuffle has a hard budget and no plan can
   * be computed; its agents then take the stock path.
   *
   * @param bundles with the paths that residency allows
   * @param now the links that may be planned
   */
  List<BundleDemand> paidFor(RunningShuffle shuffle, CostGoal goal, List<BundleDemand> bundles, PathRules rules, Wan now) {
    List<BundleDemand> limited =
        goal.isTimeAlone() || bundles.isEmpty() ? bundles : plan(shuffle, goal, bundles, setsOf(network.forPaths(), rules), now);
    limited.stream().filter(bundle -> !bundle.limit().equals(PathLimit.NONE))
        .forEach(bundle -> limits.put(new BundleId(shuffle.id(), bundle.from(), bundle.to()), bundle.limit()));
    return limited;
  }

  private PathSets setsOf(Wan forPaths, PathRules rules) {
    if (sets == null || sets.wan() != forPaths || !sets.rules().equals(rules)) {
      sets = new PathSets(forPaths, rules);
    }
    return sets;
  }

  private List<BundleDemand> plan(RunningShuffle shuffle, CostGoal goal, List<BundleDemand> bundles, PathSets paths, Wan now) {
    try {
      CostPlanner planner = new CostPlanner(paths, now, bundles, PolicyScheduler.solver(SolverName.FAST));
      double spentUsd = spentUsd(shuffle, paths.wan());
      ImmutableList<ImmutableSet<Path>> only = ThriftyPaths.of(planner, goal, spentUsd);
      noteCheapest(shuffle, goal, spentUsd + planner.cheapest().usd());
      List<BundleDemand> limited = new ArrayList<>();
      for (int i = 0; i < bundles.size(); i++) {
        limited.add(bundles.get(i).withLimit(bundles.get(i).limit().withOnly(only.get(i))));
      }
      return List.copyOf(limited);
    } catch (IllegalArgumentException | LpException e) {
      if (!goal.isHard()) {
        return bundles;
      }
      note(shuffle, Trouble.NO_PLAN, "no plan that keeps its hard budget can be computed, so that Terra sends nothing of it: "
          + Failures.inWords(e));
      return List.of();
    }
  }

  private void noteCheapest(RunningShuffle shuffle, CostGoal goal, double cheapestUsd) {
    CostBudget budget = goal.budget();
    if (goal.isHard() && budget != null && budget.isBelow(cheapestUsd)) {
      note(shuffle, Trouble.TOO_SMALL, "its " + CostLimits.tooSmall(budget.maxUsd(), cheapestUsd) + ", which it takes");
    }
  }

  private void note(RunningShuffle shuffle, Trouble trouble, String reason) {
    if (missed.put(shuffle.id(), trouble) != trouble) {
      events.add(nowNanos, EventKind.BUDGET_MISSED, shuffle.id().value(), BoundedText.of("job " + shuffle.job() + shuffle.queue()
          .map(queue -> ", queue " + queue).orElse(", no queue") + ": " + reason));
    }
  }

  private static double spentUsd(RunningShuffle shuffle, Wan wan) {
    return shuffle.bundles().values().stream().flatMap(bundle -> bundle.sent().entrySet().stream())
        .mapToDouble(sent -> sent.getValue() * usdPerByte(sent.getKey(), wan)).sum();
  }

  /**
   * Returns what a byte of data between two sites costs on the cheapest of the planned paths at the first price tier, in US dollars. It is
   * 0 without a path.
   */
  public static double leastUsdPerByte(NetworkModel network, SitePair pair) {
    return network.paths().paths(pair).stream().mapToDouble(path -> usdPerByte(path, network.forPaths())).min().orElse(0);
  }

  /** Returns what a byte of data costs on a path at the first price tier, in US dollars. Links without a price cost nothing. */
  private static double usdPerByte(Path path, Wan wan) {
    double sum = 0;
    for (LinkId link : path.links()) {
      sum += wan.link(link).map(each -> each.price().usdPerDataByte()).orElse(0.0);
    }
    return sum;
  }

  /** Returns whether a plan uses only paths that are allowed in the present round. */
  boolean allow(RoundPlan plan) {
    return limits.isEmpty() || plan.rates().entrySet().stream().allMatch(bundle ->
        bundle.getValue().keySet().stream().allMatch(limits.getOrDefault(bundle.getKey(), PathLimit.NONE)::allows));
  }
}
