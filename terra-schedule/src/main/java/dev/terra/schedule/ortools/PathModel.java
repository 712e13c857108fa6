package dev.terra.schedule.ortools;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.path.PathSet;

/**
 * One attempt to solve a program with OR-Tools: a model in given units, solved by a given method. A link has no row where even the largest
 * possible lambda could not fill it. Demands that are negligible on a link are left out of its row.
 *
 * <p>Units decide what the solver's tolerances mean, because these are absolute. On a link with 1e-7 of its capacity left, a row that is
 * off by 1e-9 in units of the largest demand can be off by several percent of what the link has.
 */
final class PathModel {
  /** The least relevant share of a link. A demand that fills less than this at the largest possible lambda looks like 0 to the solver. */
  private static final double IRRELEVANT = 1e-11;
  /**
   * A link that the largest possible lambda fills exactly must keep its row in spite of rounding; a link gets a row from this share of its
   * capacity on.
   */
  private static final double ALMOST = 1 - 1e-9;

  /** The units of variables and of rows. */
  enum Units {
    /**
     * Variables are shares z = y / (d * lambda's unit), so that all rows of progress are alike; the unit of a link's row is the largest
     * demand on it.
     */
    DEMANDS,
    /**
     * The unit of a variable is what the path's narrowest link carries, and the unit of a link's row is its capacity, so that all of them
     * are at most 1.
     */
    BOTTLENECKS
  }

  /**
   * How to solve.
   *
   * @param solver OR-Tools' name of the solver
   * @param units the units of the model
   * @param dual whether to use the dual simplex instead of the primal
   * @param presolve whether to simplify the program first, which adds tolerances of its own
   * @param tolerance absolute, in the model's units
   */
  record Method(String solver, Units units, boolean dual, boolean presolve, double tolerance) {
    private MPSolverParameters parameters() {
      MPSolverParameters parameters = new MPSolverParameters();
      parameters.setDoubleParam(MPSolverParameters.DoubleParam.PRIMAL_TOLERANCE, tolerance);
      parameters.setDoubleParam(MPSolverParameters.DoubleParam.DUAL_TOLERANCE, tolerance);
      parameters.setIntegerParam(MPSolverParameters.IntegerParam.PRESOLVE,
          (presolve ? MPSolverParameters.PresolveValues.PRESOLVE_ON : MPSolverParameters.PresolveValues.PRESOLVE_OFF).swigValue());
      parameters.setIntegerParam(MPSolverParameters.IntegerParam.LP_ALGORITHM,
          (dual ? MPSolverParameters.LpAlgorithmValues.DUAL : MPSolverParameters.LpAlgorithmValues.PRIMAL).swigValue());
      return parameters;
    }
  }

  private final LpProblem problem;
  private final Units units;
  private final double lambdaUnit;
  private final MPSolver solver;
  private final MPVariable[][] variables;
  private final double[][] variableUnit;
  private final MPConstraint[] rows;
  private final double[] rowUnit;

  private PathModel(LpProblem problem, Units units, double lambdaUnit, MPSolver solver) {
    this.problem = problem;
    this.units = units;
    this.lambdaUnit = lambdaUnit;
    this.solver = solver;
    this.variables = new MPVariable[problem.size()][];
    this.variableUnit = new double[problem.size()][];
    this.rows = new MPConstraint[problem.capacity().length];
    this.rowUnit = new double[rows.length];
  }

  /**
   * Solves a program that is not blocked and fills the solution. Where the solver gives up, or is not available, the solution has no rates
   * and an infinite gap.
   *
   * @param lambdaUnit an upper bound of lambda, 1/s, the closer the better
   */
  static void solve(LpProblem problem, Method method, double lambdaUnit, LpSolution solution) {
    solution.reset(problem);
    MPSolver solver = MPSolver.createSolver(method.solver());
    if (solver != null) {
      try {
        PathModel model = new PathModel(problem, method.units(), lambdaUnit, solver);
        model.build();
        if (solver.solve(method.parameters()) == MPSolver.ResultStatus.OPTIMAL) {
          model.extract(solution);
        }
      } finally {
        solver.delete();
      }
    }
    solution.complete(problem);
  }

  private void build() {
    makeRows();
    MPVariable lambda = solver.makeNumVar(0, MPSolver.infinity(), "");
    for (int bundle = 0; bundle < variables.length; bundle++) {
      addBundle(bundle, lambda);
    }
    solver.objective().setCoefficient(lambda, 1);
    solver.objective().setMaximization();
  }

  private void makeRows() {
    double[] capacity = problem.capacity();
    double[] most = new double[rows.length];
    for (int bundle = 0; bundle < variables.length; bundle++) {
      double rate = problem.demand(bundle) * lambdaUnit;
      for (int link : problem.paths(bundle).touchedLinks()) {
        most[link] += rate;
        rowUnit[link] = Math.max(rowUnit[link], rate);
      }
    }
    for (int link = 0; link < rows.length; link++) {
      if (units == Units.BOTTLENECKS) {
        rowUnit[link] = capacity[link];
      }
      if (capacity[link] > 0 && most[link] >= capacity[link] * ALMOST) {
        rows[link] = solver.makeConstraint(-MPSolver.infinity(), capacity[link] / rowUnit[link]);
      }
    }
  }

  private void addBundle(int bundle, MPVariable lambda) {
    PathSet paths = problem.paths(bundle);
    double[] capacity = problem.capacity();
    double rate = problem.demand(bundle) * lambdaUnit;
    MPConstraint progress = solver.makeConstraint(0, 0);
    progress.setCoefficient(lambda, -1);
    variables[bundle] = new MPVariable[paths.size()];
    variableUnit[bundle] = new double[paths.size()];
    for (int path = paths.firstOpenPath(capacity, 0); path >= 0; path = paths.firstOpenPath(capacity, path + 1)) {
      MPVariable variable = solver.makeNumVar(0, MPSolver.infinity(), "");
      double unit = units == Units.BOTTLENECKS ? Math.min(rate, bottleneck(paths.links(path), capacity)) : rate;
      variables[bundle][path] = variable;
      variableUnit[bundle][path] = unit;
      progress.setCoefficient(variable, unit / rate);
      for (int link : paths.links(path)) {
        if (rows[link] != null && rate > IRRELEVANT * capacity[link]) {
          rows[link].setCoefficient(variable, unit / rowUnit[link]);
        }
      }
    }
  }

  private void extract(LpSolution solution) {
    for (int bundle = 0; bundle < variables.length; bundle++) {
      for (int path = 0; path < variables[bundle].length; path++) {
        if (variables[bundle][path] != null) {
          solution.setShare(bundle, path, variables[bundle][path].solutionValue() * variableUnit[bundle][path]);
        }
      }
    }
    for (int link = 0; link < rows.length; link++) {
      if (rows[link] != null) {
        solution.setPrice(link, rows[link].dualValue() / rowUnit[link]);
      }
    }
  }

  private static double bottleneck(int[] links, double[] capacity) {
    double least = Double.POSITIVE_INFINITY;
    for (int link : links) {
      least = Math.min(least, capacity[link]);
    }
    return least;
  }

  /**
   * Returns a bound that lambda cannot exceed: no bundle can send faster than all its open paths together could carry without other
   * bundles.
   */
  static double simpleBound(LpProblem problem) {
    double bound = Double.POSITIVE_INFINITY;
    double[] capacity = problem.capacity();
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      PathSet paths = problem.paths(bundle);
      double sum = 0;
      for (int path = paths.firstOpenPath(capacity, 0); path >= 0; path = paths.firstOpenPath(capacity, path + 1)) {
        sum += bottleneck(paths.links(path), capacity);
      }
      bound = Math.min(bound, sum / problem.demand(bundle));
    }
    return bound;
  }
}
