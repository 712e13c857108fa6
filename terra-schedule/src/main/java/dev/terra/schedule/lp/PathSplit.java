package dev.terra.schedule.lp;

import dev.terra.schedule.path.PathSet;
import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * How the bundles of a program that was solved are split over their paths, and what links cost in it. It solves a later program of the same
 * bundles: {@link LpSolution#complete} derives from it a feasible solution, and a bound on what any solution can reach. A path set is
 * recognised by its identity, so a split does not cover bundles whose paths have changed.
 */
public final class PathSplit {
  /** The rate of each bundle on each of its paths. The map is only read. */
  private final IdentityHashMap<PathSet, double[]> shares;
  private final LpSolution prices;

  private PathSplit(IdentityHashMap<PathSet, double[]> shares, LpSolution prices) {
    this.shares = shares;
    this.prices = prices;
  }

  /** Returns the split of a solution. */
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

  /** Returns whether the split covers all bundles of a program. */
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

  /** Returns, for each bundle, the path that carries most of it. */
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
   * Solves a program of bundles that the split covers.
   *
   * @param close the largest allowed distance between lambda and the bound on any lambda, relative to lambda
   * @return whether the solution sends anything, and is proved to be within this distance
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
