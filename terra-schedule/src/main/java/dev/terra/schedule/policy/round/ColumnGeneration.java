package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;

/**
 * Solves the program over all simple paths without listing them. It solves the program over the known paths; finds for each bundle the
 * cheapest path of the whole WAN at the links' prices; adds this path where it is cheaper than the known ones; and repeats until it adds
 * none. The prices then prove that no other path would help, so the solution is the optimum of the dissertation's optimisation 2.1 over all
 * edges.
 */
final class ColumnGeneration {
  /** A path must be cheaper by more than this, relative; the overlooked gain is below this share of lambda. */
  private static final double CLEARLY = 1e-8;
  /** The most rounds. Each round adds a path or is the last; real WANs need a dozen. */
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
