package dev.terra.schedule.policy;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import java.util.Arrays;
import java.util.stream.IntStream;

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
  /** The rate of a bundle on one of its paths, bytes/s. */
  interface RateOfPath {
    double rate(int bundle, int path);
  }

  static final Plan NONE = new Plan(0, new int[0], new int[0], new double[0], new int[0], new double[0]);

  static Plan of(LpProblem problem, LpSolution solution) {
    return of(problem, solution.lambda(), solution::rate);
  }

  /** The plan of rates by bundle and path; what links carry follows from them. */
  static Plan of(LpProblem problem, double lambda, RateOfPath rateOf) {
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
    int[] link = IntStream.range(0, load.length).filter(e -> load[e] > 0).toArray();
    return new Plan(lambda, Arrays.copyOf(bundle, count), Arrays.copyOf(path, count), Arrays.copyOf(rate, count),
        link, Arrays.stream(link).mapToDouble(e -> load[e]).toArray());
  }

  boolean isNone() {
    return lambda <= 0;
  }
}
