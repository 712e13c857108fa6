package dev.terra.sim.bound;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.path.PathSets;
import java.util.Arrays;
import java.util.List;

/**
 * A coflow's minimum completion time as its prices prove it, so that rounding in the solver cannot make the bound too high.
 *
 * @param seconds the least time that the coflow takes alone
 * @param weights by bundle, the share of this time that the bundle's bytes account for; the sum is 1
 */
record PricedGamma(double seconds, List<Double> weights) {
  double weight(int bundle) {
    return weights.get(bundle);
  }

  static PricedGamma of(PathSets paths, BoundItem item) {
    Wan wan = paths.wan();
    LpProblem problem = new LpProblem();
    problem.reset(wan.capacities());
    for (BundleDemand bundle : item.bundles()) {
      problem.add(paths.between(wan.indexOf(bundle.from()), wan.indexOf(bundle.to())), bundle.bytes());
    }
    LpSolution solution = new PathSimplex().solve(problem);
    double[] cost = new double[item.bundles().size()];
    for (int bundle = 0; bundle < cost.length; bundle++) {
      cost[bundle] = problem.demand(bundle) * solution.cheapestPrice(bundle);
    }
    double sum = Arrays.stream(cost).sum();
    return new PricedGamma(1 / solution.bound(), Arrays.stream(cost).mapToObj(c -> c / sum).toList());
  }
}
