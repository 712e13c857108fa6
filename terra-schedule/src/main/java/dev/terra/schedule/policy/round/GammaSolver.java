package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;

/** Computes the Gammas of shuffles whose volumes or links have changed, without a program if possible. */
public final class GammaSolver {
  private final ResidualNetwork network;
  private final LinearPrograms programs;
  private final boolean caching;
  private final LpProblem problem = new LpProblem();

  /** Makes a solver for a network. Without caching, each Gamma is solved every time. */
  public GammaSolver(ResidualNetwork network, LinearPrograms programs, boolean caching) {
    this.network = network;
    this.programs = programs;
    this.caching = caching;
  }

  /** Computes a shuffle's Gamma and stores it in the shuffle. */
  public void compute(ActiveShuffle shuffle) {
    BundlesInRound bundles = shuffle.bundles();
    ShuffleGamma gamma = shuffle.gamma();
    if (caching && gamma.isKnown(bundles, network.version())) {
      return;
    }
    double[] volumes = new double[bundles.size()];
    for (int bundle = 0; bundle < volumes.length; bundle++) {
      volumes[bundle] = bundles.volume(bundle);
    }
    double[] bytes = shuffle.byPlace(volumes);
    GammaCertificate proved = gamma.certificate();
    double certified = caching && proved != null ? proved.certified(bytes, network.version()) : Double.NaN;
    if (Double.isNaN(certified) && bundles.size() > 0) {
      GammaCertificate solved = solve(shuffle, bytes);
      gamma.setCertificate(solved);
      certified = solved.solvedSeconds();
    }
    gamma.set(bundles, network.version(), bundles.size() > 0 ? certified : 0);
  }

  private GammaCertificate solve(ActiveShuffle shuffle, double[] bytes) {
    BundlesInRound bundles = shuffle.bundles();
    bundles.load(problem, network.capacity(), Integer.MAX_VALUE);
    LpSolution solution = programs.solve(problem);
    double[] price = new double[bundles.size()];
    double cost = 0;
    for (int bundle = 0; bundle < price.length; bundle++) {
      price[bundle] = solution.cheapestPrice(bundle);
      cost += price[bundle] * bundles.volume(bundle);
    }
    for (int bundle = 0; bundle < price.length; bundle++) {
      price[bundle] /= solution.bound() * cost;
    }
    return new GammaCertificate(1 / solution.lambda(), bytes, shuffle.byPlace(price), network.version());
  }
}
