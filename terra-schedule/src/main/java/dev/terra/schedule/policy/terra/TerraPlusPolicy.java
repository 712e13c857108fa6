package dev.terra.schedule.policy.terra;

import com.google.common.collect.ImmutableList;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.LinearPrograms;
import dev.terra.schedule.policy.round.Policy;
import dev.terra.schedule.policy.round.ProgressiveFilling;
import dev.terra.schedule.policy.round.ResidualNetwork;
import dev.terra.schedule.policy.round.RoundResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Terra's default policy. Promised deadlines are served first, and then the oldest aged shuffle. Then shuffles are served in order, each
 * with its best rates on what is left, all its bundles or none, and none in less than a {@link LeastTime}. What the plans leave is given
 * out in the same order, so that the first shuffle that can use it gets it; shuffles within their least time come last. The order is by
 * priority, then by a group's Gamma per weight. Plans use all paths or, while most groups have to wait, no long detours. Rollouts change
 * the order and the detours where they find something better.
 */
public final class TerraPlusPolicy implements Policy {
  /**
   * The share of waiting groups from which on plans leave out long detours. A lower share suits small dense WANs; in large WANs, waiting
   * groups often wait for other links than those that a detour uses.
   */
  private static final double CROWDED_SHARE = 0.7;

  private final ResidualNetwork network;
  private final OrderedPlans plans;
  private final AdmissionControl admission;
  private final AgeGuard guard;
  private final ChosenOrder chosen;
  private final ProgressiveFilling filling;
  private final LeastTime leastTime;
  private final double alpha;

  /**
   * Makes the policy for a network.
   *
   * @param alpha the share of every link that plans leave free
   * @param leastSeconds the least time for which a shuffle is planned, seconds, at least 0
   */
  public TerraPlusPolicy(ResidualNetwork network, LinearPrograms programs, double alpha, double leastSeconds, boolean caching) {
    Planner planner = new Planner(network, programs, new PathShortening()::plan);
    this.network = network;
    this.plans = new OrderedPlans(planner, caching);
    this.admission = new AdmissionControl(planner, plans);
    this.guard = new AgeGuard(planner, caching);
    this.chosen = new ChosenOrder(new RolloutSearch(planner));
    this.filling = new ProgressiveFilling(network);
    this.leastTime = new LeastTime(leastSeconds);
    this.alpha = alpha;
  }

  @Override
  public RoundResult allocate(List<ActiveShuffle> shuffles, double nowSeconds) {
    plans.begin(shuffles);
    admission.begin(shuffles);
    guard.begin(shuffles);
    leastTime.begin(shuffles);
    DetourLimit detours = chooseDetours(shuffles);
    network.open(1 - alpha);
    List<ActiveShuffle> order = new ArrayList<>(admission.serve(shuffles, nowSeconds));
    List<ActiveShuffle> others = chosen.improve(admission.withoutPromise(
        shuffles, waiting -> ShuffleGroup.inOrder(ShuffleGroup.shortestFirst(waiting))));
    guard.serve(others, nowSeconds);
    for (ActiveShuffle shuffle : others) {
      if (!admission.isRejected(shuffle)) {
        plans.serve(shuffle, detours, plan -> leastTime.share(shuffle, plan, nowSeconds));
      }
    }
    order.addAll(others);
    network.release(alpha);
    fill(order, shuffle -> !leastTime.isWithin(shuffle, nowSeconds));
    fill(order, shuffle -> leastTime.isWithin(shuffle, nowSeconds));
    return new RoundResult(ImmutableList.copyOf(order), admission.rejections());
  }

  private void fill(List<ActiveShuffle> order, Predicate<ActiveShuffle> which) {
    order.stream().filter(which).forEach(shuffle -> filling.fillInProportion(shuffle.bundles()));
  }

  private DetourLimit chooseDetours(List<ActiveShuffle> shuffles) {
    DetourLimit usual = crowd(shuffles) ? DetourLimit.SHORT : DetourLimit.ANY;
    chosen.consider(shuffles, usual);
    return chosen.detours().orElse(usual);
  }

  /** Plays plans that use every path on the network's residual; returns whether most groups would wait for the first few. */
  private boolean crowd(List<ActiveShuffle> shuffles) {
    network.open(1 - alpha);
    List<ShuffleGroup> groups = ShuffleGroup.shortestFirst(shuffles);
    int waiting = 0;
    for (ShuffleGroup group : groups) {
      boolean waits = true;
      for (ActiveShuffle shuffle : group.shuffles()) {
        waits &= !plans.reserve(shuffle);
      }
      waiting += waits ? 1 : 0;
    }
    return waiting > CROWDED_SHARE * groups.size();
  }
}
