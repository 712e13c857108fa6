package dev.terra.schedule.policy.terra;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.BundlesInRound;
import dev.terra.schedule.policy.round.LinearPrograms;
import dev.terra.schedule.policy.round.ResidualNetwork;
import java.util.function.BiFunction;

/** Plans the rates of single shuffles on what others leave of the network: all bundles of a shuffle or none. */
final class Planner {
  /**
   * The least progress of a plan, as a share of the shuffle's best. With less than this there is no plan: the shuffle waits, and shares
   * what is left with others.
   */
  static final double NEGLIGIBLE_PROGRESS = 1e-6;

  private final ResidualNetwork network;
  private final LinearPrograms programs;
  private final BiFunction<LpProblem, LpSolution, RatePlan> ratesOf;
  private final LpProblem problem = new LpProblem();

  /** Makes a planner; {@code ratesOf} makes the plan from a program and its solution. */
  Planner(ResidualNetwork network, LinearPrograms programs, BiFunction<LpProblem, LpSolution, RatePlan> ratesOf) {
    this.network = network;
    this.programs = programs;
    this.ratesOf = ratesOf;
  }

  ResidualNetwork network() {
    return network;
  }

  /**
   * Returns the limit to use where {@code wished} is desired: none where every path is allowed, or where a bundle has no path that short.
   */
  DetourLimit applicable(BundlesInRound bundles, DetourLimit wished) {
    return isBlocked(bundles, network.capacity(), wished) || programs.generatesPaths() ? DetourLimit.ANY : wished;
  }

  /**
   * Returns the best rates on these capacities, for a plan that is only tried.
   *
   * @param gammaSeconds Gamma of the bundles' volumes
   */
  RatePlan plan(BundlesInRound bundles, double gammaSeconds, double[] capacity, DetourLimit longest) {
    if (bundles.size() == 0 || isBlocked(bundles, capacity, longest)) {
      return RatePlan.NONE;
    }
    bundles.load(problem, capacity, longest.extraLinks());
    return rates(programs.solve(problem), gammaSeconds);
  }

  private RatePlan rates(LpSolution solution, double gammaSeconds) {
    return solution.lambda() * gammaSeconds < NEGLIGIBLE_PROGRESS ? RatePlan.NONE : ratesOf.apply(problem, solution);
  }

  /** Returns the plan of an active shuffle, from its cache or by solving its program. */
  RatePlan plan(ActiveShuffle shuffle, double[] capacity, PlanCache cache, DetourLimit longest) {
    BundlesInRound bundles = shuffle.bundles();
    if (bundles.size() == 0 || isBlocked(bundles, capacity, longest)) {
      return RatePlan.NONE;
    }
    return cache.find(bundles, capacity).orElseGet(() -> {
      bundles.load(problem, capacity, longest.extraLinks());
      RatePlan plan = rates(programs.plan(problem, cache.lastSplit()), shuffle.gamma().seconds());
      cache.store(bundles, capacity, plan);
      return plan;
    });
  }

  /** Adds a share, up to 1, of a plan to the bundles' rates, and takes it from the network. */
  void apply(BundlesInRound bundles, RatePlan plan, double share) {
    RatePlan.Rates rates = plan.rates();
    for (int i = 0; i < rates.size(); i++) {
      bundles.rates().addPlanned(rates.bundle()[i], rates.path()[i], rates.bytesPerSecond()[i] * share);
    }
    reserve(plan, share);
  }

  /** Takes a share of a plan from the network. */
  void reserve(RatePlan plan, double share) {
    RatePlan.Loads loads = plan.loads();
    for (int i = 0; i < loads.size(); i++) {
      network.take(loads.link()[i], loads.bytesPerSecond()[i] * share);
    }
  }

  private boolean isBlocked(BundlesInRound bundles, double[] capacity, DetourLimit longest) {
    return !programs.generatesPaths() && bundles.isBlocked(capacity, longest.extraLinks());
  }
}
