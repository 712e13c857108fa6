package dev.terra.schedule.lp;

import dev.terra.schedule.path.PathSet;
import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * How the bundles of a program that was solved are split over their paths, and what links cost in it. It answers a later program of the
 * same bundles: {@link LpSolution#complete} makes of it a feasible answer, and a bound on what any answer can reach. A path set is
 * recognised by its identity, so that bundles whose paths have changed are unknown.
 */
public final class PathSplit {
  /** Read only. */
  private final IdentityHashMap<PathSet, double[]> shares;
  private final LpSolution prices;

  private PathSplit(IdentityHashMap<PathSet, double[]> shares, LpSolution prices) {
    this.shares = shares;
    this.prices = prices;
  }

  /** What a program was answered with. */
  public static PathSplit of(LpProblem problem, LpSolution solution) {
    IdentityHashMap<PathSet, double[]> shares = new IdentityHashMap<>();
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      double[] rates = new double[problem.paths(bundle).size()];
      for (int path = 0; path < rates.length; path++) {
        rates[path] = solution.rate(bundle, path);
      }
      shares.put(problem.paths(bundle), rates);
    }
    LpSolution prices = new LpSolution();
    prices.reset(problem);
    for (int link = 0; link < problem.capacity().length; link++) {
      prices.setPrice(link, solution.price(link));
    }
    return new PathSplit(shares, prices);
  }

  /** Whether it knows all bundles of a program. */
  public boolean covers(LpProblem problem) {
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      if (!shares.containsKey(problem.paths(bundle))) {
        return false;
      }
    }
    return true;
  }

  private double[] rates(PathSet paths) {
    return Objects.requireNonNull(shares.get(paths), "a split answers only programs that it covers");
  }

  /** The path of each bundle that has the most of it. */
  int[] widest(LpProblem problem) {
    int[] widest = new int[problem.size()];
    for (int bundle = 0; bundle < widest.length; bundle++) {
      double[] rates = rates(problem.paths(bundle));
      for (int path = 1; path < rates.length; path++) {
        widest[bundle] = rates[path] > rates[widest[bundle]] ? path : widest[bundle];
      }
    }
    return widest;
  }

  /**
   * Answers a program of bundles that it knows.
   *
   * @param close how far lambda may be from the bound on any, as a part of that
   * @return whether the answer sends anything, and is proved to be that close
   */
  public boolean answer(LpProblem problem, LpSolution solution, double close) {
    solution.reset(problem);
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      double[] rates = rates(problem.paths(bundle));
      for (int path = 0; path < rates.length; path++) {
        solution.setShare(bundle, path, rates[path]);
      }
    }
    for (int link = 0; link < problem.capacity().length; link++) {
      solution.setPrice(link, prices.price(link));
    }
    solution.complete(problem);
    return solution.lambda() > 0 && solution.gap() <= close;
  }
}
