package dev.terra.schedule.policy.terra;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.Arrays;

/**
 * The rates that a program gave a shuffle, without the zeros.
 *
 * @param lambda progress of the shuffle's volumes, 1/s; 0 for {@link #NONE}
 * @param rates the rates of bundles on paths
 * @param loads the loads of the links that are used
 */
record RatePlan(double lambda, Rates rates, Loads loads) {
  /**
   * Rates in parallel arrays.
   *
   * @param bundle the bundle of each rate
   * @param path the path of each rate
   * @param bytesPerSecond the rate, above 0
   */
  @SuppressWarnings("ArrayRecordComponent") // private to this package, compared by no one
  record Rates(int[] bundle, int[] path, double[] bytesPerSecond) {
    int size() {
      return bytesPerSecond.length;
    }
  }

  /**
   * What links carry.
   *
   * @param link the indexes of the links, ascending
   * @param bytesPerSecond the load of each of these links, above 0
   */
  @SuppressWarnings("ArrayRecordComponent") // private to this package, compared by no one
  record Loads(int[] link, double[] bytesPerSecond) {
    int size() {
      return link.length;
    }
  }

  /** The rate of a bundle on one of its paths, bytes/s. */
  interface RateOfPath {
    double rate(int bundle, int path);
  }

  static final RatePlan NONE = new RatePlan(0, new Rates(new int[0], new int[0], new double[0]), new Loads(new int[0], new double[0]));

  static RatePlan of(LpProblem problem, LpSolution solution) {
    return of(problem, solution.lambda(), solution::rate);
  }

  /** Makes the plan of rates by bundle and path, and computes the loads of links from them. */
  static RatePlan of(LpProblem problem, double lambda, RateOfPath rateOf) {
    int most = 0;
    for (int k = 0; k < problem.size(); k++) {
      most += problem.paths(k).size();
    }
    int[] bundle = new int[most];
    int[] path = new int[most];
    double[] rate = new double[most];
    double[] load = new double[problem.capacity().length];
    int count = 0;
    for (int k = 0; k < problem.size(); k++) {
      for (int p = 0; p < problem.paths(k).size(); p++) {
        double bytesPerSecond = rateOf.rate(k, p);
        if (bytesPerSecond > 0) {
          bundle[count] = k;
          path[count] = p;
          rate[count++] = bytesPerSecond;
          for (int e : problem.paths(k).links(p)) {
            load[e] += bytesPerSecond;
          }
        }
      }
    }
    int[] link = new int[load.length];
    int used = 0;
    for (int e = 0; e < load.length; e++) {
      if (load[e] > 0) {
        link[used] = e;
        load[used++] = load[e];
      }
    }
    return new RatePlan(lambda, new Rates(Arrays.copyOf(bundle, count), Arrays.copyOf(path, count), Arrays.copyOf(rate, count)),
        new Loads(Arrays.copyOf(link, used), Arrays.copyOf(load, used)));
  }

  /** Returns how long the rest of a shuffle takes with this plan, seconds; infinite for {@link #NONE}. */
  double secondsFor(ActiveShuffle shuffle) {
    return isNone() ? Double.POSITIVE_INFINITY : shuffle.fraction() / lambda;
  }

  /** Returns whether this is no plan, so that the shuffle has to wait. */
  boolean isNone() {
    return lambda <= 0;
  }
}
