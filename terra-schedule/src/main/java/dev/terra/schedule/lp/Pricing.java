package dev.terra.schedule.lp;

import java.util.Arrays;

/**
 * Chooses what enters the basis: a path that is cheaper than its bundle's key, by the largest difference times the bundle's demand, or the
 * slack of a tight link whose price is negative.
 */
final class Pricing {
  /** Relative to the key's price. All bundles' keys together cost 1, so the overlooked gain is below this share of lambda. */
  private static final double TOLERANCE = 1e-10;
  /** A later candidate must be better by more than rounding, so that the order alone decides between equal ones. */
  private static final double CLEARLY = 1 + 1e-9;
  /** In large problems, a search stops after this many candidates, and the next search continues there. */
  private static final int ENOUGH = 24;

  /** What enters: a path of {@link #enteringBundle}. If it is -1, the slack of tight link {@link #enteringTight} enters. */
  int enteringPath;
  int enteringBundle;
  int enteringTight;
  /** The price of each link; 0 for links that are not tight. */
  double[] price = {};
  private int[] priced = new int[64];
  private int pricedCount;
  private int nextBundle;
  private double bestGain;

  void start(int links) {
    if (price.length != links) {
      price = new double[links];
    }
    Arrays.fill(price, 0);
    pricedCount = 0;
    nextBundle = 0;
  }

  /** Chooses what enters; returns false at the optimum. */
  boolean choose(WorkingBasis basis) {
    updatePrices(basis);
    enteringPath = -1;
    enteringTight = -1;
    bestGain = 0;
    for (int i = 0; i < basis.size; i++) {
      double gain = -price[basis.tight[i]] * basis.problem.capacity[basis.tight[i]];
      if (gain > TOLERANCE && gain > bestGain * CLEARLY) {
        bestGain = gain;
        enteringTight = i;
      }
    }
    choosePath(basis);
    if (enteringPath >= 0) {
      enteringTight = -1;
    }
    return enteringPath >= 0 || enteringTight >= 0;
  }

  /** Computes the price of each tight link: what one more unit of the link adds to lambda. */
  private void updatePrices(WorkingBasis basis) {
    for (int i = 0; i < pricedCount; i++) {
      price[priced[i]] = 0;
    }
    if (priced.length < basis.size) {
      priced = new int[2 * basis.size];
    }
    pricedCount = basis.size;
    double[] row = basis.inverse[0];
    for (int i = 0; i < pricedCount; i++) {
      priced[i] = basis.tight[i];
      price[priced[i]] = row[i];
    }
  }

  /** Returns what lambda cannot exceed, by the prices of the basis, with negative prices taken as 0. */
  double bound(WorkingBasis basis) {
    updatePrices(basis);
    double value = 0;
    for (int i = 0; i < pricedCount; i++) {
      price[priced[i]] = Math.max(0, price[priced[i]]);
      value += price[priced[i]] * basis.problem.capacity[priced[i]];
    }
    ScaledProblem problem = basis.problem;
    double cost = 0;
    for (int bundle = 0; bundle < problem.bundles; bundle++) {
      double least = Double.POSITIVE_INFINITY;
      for (int path = problem.bundleStart[bundle]; path < problem.bundleStart[bundle + 1] && least > 0; path++) {
        least = Math.min(least, priceOf(problem, path));
      }
      cost += problem.demand[bundle] * least;
    }
    return cost > 0 ? value / cost : Double.POSITIVE_INFINITY;
  }

  private void choosePath(WorkingBasis basis) {
    ScaledProblem problem = basis.problem;
    int found = 0;
    int bundle = nextBundle;
    for (int seen = 0; seen < problem.bundles; seen++) {
      if (consider(problem, bundle, basis.key[bundle])) {
        found++;
      }
      bundle = bundle + 1 < problem.bundles ? bundle + 1 : 0;
      if (found >= ENOUGH) {
        nextBundle = bundle;
        return;
      }
    }
  }

  private boolean consider(ScaledProblem problem, int bundle, int key) {
    double keyPrice = priceOf(problem, key);
    if (keyPrice <= 0) {
      return false;
    }
    double least = keyPrice * (1 - TOLERANCE);
    int cheapest = -1;
    double[] byLink = price;
    int[] links = problem.links;
    int[] starts = problem.pathStart;
    int afterLast = problem.bundleStart[bundle + 1];
    int i = starts[problem.bundleStart[bundle]];
    for (int path = problem.bundleStart[bundle]; path < afterLast; path++) {
      double sum = 0;
      for (int end = starts[path + 1]; i < end; i++) {
        sum += byLink[links[i]];
      }
      if (sum < least) {
        least = sum;
        cheapest = path;
      }
    }
    double gain = (keyPrice - least) * problem.demand[bundle];
    if (cheapest < 0 || gain <= TOLERANCE * TOLERANCE) {
      return false;
    }
    if (gain > bestGain * CLEARLY) {
      bestGain = gain;
      enteringBundle = bundle;
      enteringPath = cheapest;
    }
    return true;
  }

  private double priceOf(ScaledProblem problem, int path) {
    double sum = 0;
    double[] byLink = price;
    int[] links = problem.links;
    int end = problem.pathStart[path + 1];
    for (int i = problem.pathStart[path]; i < end; i++) {
      sum += byLink[links[i]];
    }
    return sum;
  }
}
