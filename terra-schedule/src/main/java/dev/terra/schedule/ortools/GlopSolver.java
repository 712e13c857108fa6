package dev.terra.schedule.ortools;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSet;
import java.util.ArrayList;
import java.util.List;

/**
 * The reference: OR-Tools' GLOP. Variables are shares z = y / d, so that bundles of one byte and of 2^62 look alike; lambda is
 * measured in units of a simple bound, so that it is at most 1; each link's row is divided by the largest demand on it and left
 * out where even lambda = 1 could not fill it; demands that cannot matter on a link are left out of its row.
 */
public final class GlopSolver implements LpSolver {
  private final LpSolution solution = new LpSolution();
  /** A demand that fills less than this share of a link at the best conceivable lambda is below what the solver can tell from 0. */
  private static final double IRRELEVANT = 1e-11;

  /** A link that the best conceivable lambda fills exactly has to keep its row, whatever rounding says. */
  private static final double ALMOST = 1 - 1e-9;

  private MPConstraint[] rows = {};
  private double[] rowScale = {};

  /** Loads the native library, which takes half a second the first time. */
  public GlopSolver() {
    NativeLibrary.load();
  }

  @Override
  public LpSolution solve(LpProblem problem) {
    solution.reset(problem);
    if (!problem.isBlocked()) {
      MPSolver solver = MPSolver.createSolver("GLOP");
      if (solver == null) {
        throw new LpException("OR-Tools has no GLOP");
      }
      try {
        solve(problem, solver);
      } finally {
        solver.delete();
      }
      solution.complete(problem);
    }
    return solution;
  }

  private void solve(LpProblem problem, MPSolver solver) {
    double unit = simpleBound(problem);
    makeRows(problem, solver, unit);
    MPVariable lambda = solver.makeNumVar(0, MPSolver.infinity(), "");
    List<MPVariable[]> shares = new ArrayList<>();
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      shares.add(addBundle(problem, bundle, solver, lambda, unit));
    }
    solver.objective().setCoefficient(lambda, 1);
    solver.objective().setMaximization();
    MPSolver.ResultStatus status = NativeLibrary.solve(solver);
    if (status != MPSolver.ResultStatus.OPTIMAL) {
      throw new LpException("GLOP ended with " + status + " on a programme of " + problem.size() + " bundles");
    }
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      MPVariable[] variables = shares.get(bundle);
      for (int path = 0; path < variables.length; path++) {
        if (variables[path] != null) {
          solution.setShare(bundle, path, variables[path].solutionValue());
        }
      }
    }
    for (int link = 0; link < rows.length; link++) {
      if (rows[link] != null) {
        solution.setPrice(link, rows[link].dualValue() / rowScale[link]);
      }
    }
  }

  private void makeRows(LpProblem problem, MPSolver solver, double unit) {
    double[] capacity = problem.capacity();
    double[] most = new double[capacity.length];
    rowScale = new double[capacity.length];
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      double rate = problem.demand(bundle) * unit;
      for (int link : problem.paths(bundle).touchedLinks()) {
        most[link] += rate;
        rowScale[link] = Math.max(rowScale[link], rate);
      }
    }
    rows = new MPConstraint[capacity.length];
    for (int link = 0; link < rows.length; link++) {
      if (capacity[link] > 0 && most[link] >= capacity[link] * ALMOST) {
        rows[link] = solver.makeConstraint(-MPSolver.infinity(), capacity[link] / rowScale[link]);
      }
    }
  }

  private MPVariable[] addBundle(LpProblem problem, int bundle, MPSolver solver, MPVariable lambda, double unit) {
    PathSet paths = problem.paths(bundle);
    double[] capacity = problem.capacity();
    MPConstraint progress = solver.makeConstraint(0, 0);
    progress.setCoefficient(lambda, -1);
    MPVariable[] variables = new MPVariable[paths.size()];
    for (int path = paths.firstOpenPath(capacity, 0); path >= 0; path = paths.firstOpenPath(capacity, path + 1)) {
      MPVariable share = solver.makeNumVar(0, MPSolver.infinity(), "");
      variables[path] = share;
      progress.setCoefficient(share, 1);
      double rate = problem.demand(bundle) * unit;
      for (int link : paths.links(path)) {
        if (rows[link] != null && rate > IRRELEVANT * capacity[link]) {
          rows[link].setCoefficient(share, rate / rowScale[link]);
        }
      }
    }
    return variables;
  }

  /** No bundle can send faster than all its open paths together would alone. */
  private static double simpleBound(LpProblem problem) {
    double bound = Double.POSITIVE_INFINITY;
    double[] capacity = problem.capacity();
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      PathSet paths = problem.paths(bundle);
      double sum = 0;
      for (int path = paths.firstOpenPath(capacity, 0); path >= 0; path = paths.firstOpenPath(capacity, path + 1)) {
        double bottleneck = Double.POSITIVE_INFINITY;
        for (int link : paths.links(path)) {
          bottleneck = Math.min(bottleneck, capacity[link]);
        }
        sum += bottleneck;
      }
      bound = Math.min(bound, sum / problem.demand(bundle));
    }
    return bound;
  }
}
