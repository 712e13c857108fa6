package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** Plans shuffles one after the other, each on what the shuffles before it left, and keeps the plans for the next round. */
final class OrderedPlans {
  private final Planner planner;
  private final PlanCaches caches;

  OrderedPlans(Planner planner, boolean caching) {
    this.planner = planner;
    this.caches = new PlanCaches(caching);
  }

  /** Starts a round with these shuffles. */
  void begin(Collection<ActiveShuffle> shuffles) {
    caches.retain(shuffles);
  }

  /** Returns the plan on what is left, over any paths. */
  RatePlan plan(ActiveShuffle shuffle) {
    return plan(shuffle, DetourLimit.ANY);
  }

  private RatePlan plan(ActiveShuffle shuffle, DetourLimit longest) {
    return planner.plan(shuffle, planner.network().residual(), caches.of(shuffle, longest), longest);
  }

  /** Gives a shuffle its plan on what is left; returns whether there is one. */
  boolean serve(ActiveShuffle shuffle) {
    return serve(shuffle, DetourLimit.ANY, plan -> 1);
  }

  /**
   * Gives a shuffle its plan over paths no longer than a limit, where this is possible; returns whether there is one.
   *
   * @param shareOf the share of a plan that the shuffle gets, up to 1
   */
  boolean serve(ActiveShuffle shuffle, DetourLimit wished, ToDoubleFunction<RatePlan> shareOf) {
    RatePlan plan = plan(shuffle, planner.applicable(shuffle.bundles(), wished));
    planner.apply(shuffle.bundles(), plan, shareOf.applyAsDouble(plan));
    return !plan.isNone();
  }

  /**
   * Takes a shuffle's plan on what is left from the network, without giving the shuffle any rates. Returns whether there is a plan, or
   * nothing to send.
   */
  boolean reserve(ActiveShuffle shuffle) {
    RatePlan plan = plan(shuffle);
    planner.reserve(plan, 1);
    return shuffle.bundles().size() == 0 || !plan.isNone();
  }
}
