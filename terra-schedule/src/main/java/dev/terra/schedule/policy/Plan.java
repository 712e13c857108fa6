package dev.terra.schedule.policy;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import java.util.Arrays;

/**
 * The rates that a programme gave a shuffle, without the zeros.
 *
 * @param lambda progress of the shuffle's base, 1/s; 0 for {@link #NONE}
 * @param bundle the bundle of each rate
 * @param path the path of each rate
 * @param rate bytes/s
 * @param link the links that are used
 * @param load bytes/s on each of them
 */
@SuppressWarnings("ArrayRecordComponent") // private to this package, compared by no one
record Plan(double lambda, int[] bundle, int[] path, double[] rate, int[] link, double[] load) {
  static final Plan NONE = new Plan(0, new int[0], new int[0], new double[0], new int[0], new double[0]);

  static Plan of(LpProblem problem, LpSolution solution) {
    int rates = 0;
    for (int k = 0; k < problem.size(); k++) {
      rates += problem.paths(k).size();
    }
    int[] bundle = new int[rates];
    int[] path = new int[rates];
    double[] rate = new double[rates];
    int count = 0;
    for (int k = 0; k < problem.size(); k++) {
      for (int p = 0; p < problem.paths(k).size(); p++) {
        if (solution.rate(k, p) > 0) {
          bundle[count] = k;
          path[count] = p;
          rate[count++] = solution.rate(k, p);
        }
      }
    }
    int links = problem.capacity().length;
    int[] link = new int[links];
    double[] load = new double[links];
    int used = 0;
    for (int e = 0; e < links; e++) {
      if (solution.load(e) > 0) {
        link[used] = e;
        load[used++] = solution.load(e);
      }
    }
    return new Plan(solution.lambda(), Arrays.copyOf(bundle, count), Arrays.copyOf(path, count), Arrays.copyOf(rate, count),
        Arrays.copyOf(link, used), Arrays.copyOf(load, used));
  }

  boolean isNone() {
    return lambda <= 0;
  }
}
