package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;

/**
 * The program over all simple paths without listing them: solve over the paths at hand; for each bundle find the cheapest path of
 * the whole WAN at the links' prices; add it where it beats those at hand; repeat until none does. Then the prices prove that no
 * path whatever would help, which is the optimum of the dissertation's optimisation 2.1 over all edges.
 */
final class ColumnGeneration {
  /** A path must be cheaper by more than this, relative; what is overlooked is below this share of lambda. */
  private static final double CLEARLY = 1e-8;
  /** Each round adds a path or ends; real WANs need a dozen. */
  private static final int MAX_ROUNDS = 500;

  private final PathSets paths;
  private final LpSolver solver;

  ColumnGeneration(PathSets paths, LpSolver solver) {
    this.paths = paths;
    this.solver = solver;
  }

  LpSolution solve(LpProblem problem) {
    double[] capacity = problem.capacity();
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      if (!problem.paths(bundle).hasOpenPath(capacity)) {
        paths.addOpen(problem.paths(bundle), capacity);
      }
    }
    LpSolution solution = solver.solve(problem);
    for (int round = 0; round < MAX_ROUNDS && solution.lambda() > 0 && addPaths(problem, solution); round++) {
      solution = solver.solve(problem);
    }
    return solution;
  }

  private boolean addPaths(LpProblem problem, LpSolution solution) {
    boolean added = false;
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      double atHand = solution.cheapestPrice(bundle);
      PathSet set = problem.paths(bundle);
      added |= paths.addCheapest(set, solution.prices(), problem.capacity(), atHand * (1 - CLEARLY));
    }
    return added;
  }
}
