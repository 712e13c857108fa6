package dev.terra.schedule.policy;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;

/** Solves the two programmes of a shuffle: its Gamma on the whole WAN, and its rates on what a round has left. */
final class Programmes {
  /** A plan slower than this share of the shuffle's best is none: the shuffle waits, and shares what is left with others. */
  static final double NEGLIGIBLE_PROGRESS = 1e-6;

  private final Network network;
  private final LpSolver solver;
  private final boolean caching;
  private final LpProblem problem = new LpProblem();
  private long solved;

  Programmes(Network network, LpSolver solver, boolean caching) {
    this.network = network;
    this.solver = solver;
    this.caching = caching;
  }

  /** How many programmes were solved so far. */
  long solved() {
    return solved;
  }

  /** Makes a shuffle's Gamma known. */
  void computeGamma(ShuffleState shuffle) {
    if (caching && shuffle.hasGamma(network.version())) {
      return;
    }
    double lambda = shuffle.size() == 0 ? Double.POSITIVE_INFINITY : solve(shuffle, network.capacity()).lambda();
    shuffle.setGammaOfBase(1 / lambda, network.version());
  }

  /**
   * Gives a shuffle its best rates on what is left, all its bundles or none.
   *
   * @return whether it got any
   */
  boolean plan(ShuffleState shuffle) {
    if (shuffle.size() == 0 || isBlocked(shuffle)) {
      return false;
    }
    LpSolution solution = solve(shuffle, network.residual());
    if (solution.lambda() * shuffle.gammaOfBase() < NEGLIGIBLE_PROGRESS) {
      return false;
    }
    apply(shuffle, solution, 1);
    return true;
  }

  private void apply(ShuffleState shuffle, LpSolution solution, double share) {
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      for (int path = 0; path < shuffle.paths(bundle).size(); path++) {
        double rate = solution.rate(bundle, path) * share;
        if (rate > 0) {
          shuffle.addPlanned(bundle, path, rate);
        }
      }
    }
    for (int link = 0; link < network.residual().length; link++) {
      if (solution.load(link) > 0) {
        network.take(link, solution.load(link) * share);
      }
    }
  }

  private boolean isBlocked(ShuffleState shuffle) {
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      if (!shuffle.paths(bundle).hasOpenPath(network.residual())) {
        return true;
      }
    }
    return false;
  }

  private LpSolution solve(ShuffleState shuffle, double[] capacity) {
    problem.reset(capacity);
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      problem.add(shuffle.paths(bundle), shuffle.base(bundle));
    }
    solved++;
    return solver.solve(problem);
  }
}
