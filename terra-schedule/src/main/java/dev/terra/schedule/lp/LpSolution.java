package dev.terra.schedule.lp;

import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/**
 * A solution with its certificate. A solver gives the split of every bundle over its paths and a price for every link; {@link #complete}
 * derives from them, by plain sums over the problem itself, the lambda that this split reaches and the lambda that the prices prove to be
 * impossible to exceed. So the reported rates are feasible whatever the solver did, and {@link #gap} returns how far from the optimum they
 * can be at most. It is a buffer, like the problem.
 */
public final class LpSolution {
  /** The largest gap of a certified solution: a tenth of the 1e-6 to which solvers have to agree. */
  public static final double MAX_GAP = 1e-7;
  /** Rates are multiplied by this, so that sums taken in any order stay within the capacity of the links. */
  private static final double SHRINK = 1 - 1e-12;

  private double lambda;
  private double bound;
  private int[] offset = new int[65];
  private double[] rate = new double[1024];
  private double[] load = {};
  private double[] price = {};
  private double[] openPrice = {};
  private double[] cheapest = new double[64];

  /** Starts the solution of a problem: all rates and prices are 0. */
  public void reset(LpProblem problem) {
    int links = problem.capacity().length;
    if (load.length != links) {
      load = new double[links];
      price = new double[links];
      openPrice = new double[links];
    }
    if (offset.length <= problem.size()) {
      offset = new int[2 * problem.size() + 1];
      cheapest = new double[2 * problem.size()];
    }
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      offset[bundle + 1] = offset[bundle] + problem.paths(bundle).size();
    }
    int total = offset[problem.size()];
    if (rate.length < total) {
      rate = new double[2 * total];
    }
    Arrays.fill(rate, 0, total, 0);
    Arrays.fill(load, 0);
    Arrays.fill(price, 0);
    lambda = 0;
    bound = 0;
  }

  /** Sets the amount that a bundle sends on a path, in any unit that is the same for all paths of the bundle. */
  public void setShare(int bundle, int path, double share) {
    rate[offset[bundle] + path] = share;
  }

  /** Sets the price of a link, in any unit; a price below 0 counts as 0. */
  public void setPrice(int link, double value) {
    price[link] = Math.max(0, value);
  }

  /** Turns shares into rates and derives lambda and its bound. */
  public void complete(LpProblem problem) {
    Arrays.fill(load, 0);
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      if (!scaleShares(problem, bundle)) {
        Arrays.fill(rate, 0, offset[problem.size()], 0);
        Arrays.fill(load, 0);
        bound = upperBound(problem);
        return;
      }
    }
    double[] capacity = problem.capacity();
    double best = Double.POSITIVE_INFINITY;
    for (int link = 0; link < load.length; link++) {
      if (load[link] > 0) {
        best = Math.min(best, capacity[link] / load[link]);
      }
    }
    lambda = best * SHRINK;
    for (int i = 0; i < offset[problem.size()]; i++) {
      rate[i] *= lambda;
    }
    for (int link = 0; link < load.length; link++) {
      load[link] *= lambda;
    }
    bound = upperBound(problem);
  }

  /** Scales a bundle's shares so that their sum is its demand (the rates at lambda 1), and adds them to the load of the links. */
  private boolean scaleShares(LpProblem problem, int bundle) {
    double sum = 0;
    for (int i = offset[bundle]; i < offset[bundle + 1]; i++) {
      if (rate[i] != 0) {
        rate[i] = Math.max(0, rate[i]);
        sum += rate[i];
      }
    }
    if (!(sum > 0) || Double.isInfinite(sum)) {
      return false;
    }
    PathSet paths = problem.paths(bundle);
    double scale = problem.demand(bundle) / sum;
    for (int i = offset[bundle]; i < offset[bundle + 1]; i++) {
      if (rate[i] > 0) {
        rate[i] *= scale;
        for (int link : paths.links(i - offset[bundle])) {
          load[link] += rate[i];
        }
      }
    }
    return true;
  }

  /** Weak duality: lambda is at most sum(price * capacity) / sum over bundles of demand * cheapest open path, for any prices. */
  private double upperBound(LpProblem problem) {
    double[] capacity = problem.capacity();
    double value = 0;
    for (int link = 0; link < price.length; link++) {
      value += price[link] * capacity[link];
      openPrice[link] = capacity[link] > 0 ? price[link] : Double.POSITIVE_INFINITY;
    }
    double cost = 0;
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      double least = Double.POSITIVE_INFINITY;
      int[] links = problem.paths(bundle).linksInARow();
      int[] starts = problem.paths(bundle).starts();
      for (int path = 0; path + 1 < starts.length && least > 0; path++) {
        double sum = 0;
        for (int i = starts[path]; i < starts[path + 1]; i++) {
          sum += openPrice[links[i]];
        }
        least = Math.min(least, sum);
      }
      if (Double.isInfinite(least)) {
        return 0;
      }
      cheapest[bundle] = least;
      cost += problem.demand(bundle) * least;
    }
    return cost > 0 ? value / cost : Double.POSITIVE_INFINITY;
  }

  /** Returns the price of a bundle's cheapest open path. */
  public double cheapestPrice(int bundle) {
    return cheapest[bundle];
  }

  /** Returns the lambda that these rates reach, 1/s; 0 if the shuffle is blocked. */
  public double lambda() {
    return lambda;
  }

  /** Returns the lambda that no rates can exceed, 1/s. */
  public double bound() {
    return bound;
  }

  /** Returns the most by which lambda could grow, relative to its value; 0 for a blocked shuffle. */
  public double gap() {
    return bound <= 0 ? 0 : lambda > 0 ? Math.max(0, bound / lambda - 1) : Double.POSITIVE_INFINITY;
  }

  /** Returns whether the gap proves lambda to be the optimum within {@link #MAX_GAP}. */
  public boolean isCertified() {
    return gap() <= MAX_GAP;
  }

  /** Returns a bundle's rate on a path, bytes/s. */
  public double rate(int bundle, int path) {
    return rate[offset[bundle] + path];
  }

  /** Returns what a link carries, bytes/s. */
  public double load(int link) {
    return load[link];
  }

  /** Returns a link's price, at least 0. */
  public double price(int link) {
    return price[link];
  }

  /** Returns the links' prices, at least 0. The caller must not change the array. */
  public double[] prices() {
    return price;
  }
}
