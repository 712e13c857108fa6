package dev.terra.schedule.ortools;

import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.ortools.PathModel.Method;
import dev.terra.schedule.ortools.PathModel.Units;
import java.util.List;

/**
 * The reference solver: OR-Tools' GLOP. Its verdict "optimal" is not trusted as such, because its tolerances are absolute: the certificate
 * of the solution decides, on the problem as given. Where the certificate is open, the problem is solved again in other units, then with
 * the dual simplex, then with CLP. Each attempt takes the best bound of lambda that is known by then as the unit. If no attempt closes the
 * gap, the solution with the narrowest gap is returned, and its {@link LpSolution#isCertified} is false.
 */
public final class GlopSolver implements LpSolver {
  /**
   * The attempts in their order. Presolve is off: its own tolerances take nearly full links for infeasible, or leave them overfull, and it
   * saves nothing on programs whose only rows are those of links that can fill.
   */
  private static final List<Method> METHODS = List.of(
      new Method("GLOP", Units.BOTTLENECKS, false, false, 1e-10),
      new Method("GLOP", Units.DEMANDS, false, false, 1e-10),
      new Method("GLOP", Units.BOTTLENECKS, true, false, 1e-12),
      new Method("CLP", Units.BOTTLENECKS, false, true, 1e-10),
      new Method("CLP", Units.DEMANDS, true, false, 1e-10));

  private final List<Method> methods;
  private LpSolution solution = new LpSolution();
  private LpSolution other = new LpSolution();
  private long attempts;

  /** Loads the native library, which takes half a second the first time. */
  public GlopSolver() {
    this(METHODS);
  }

  GlopSolver(List<Method> methods) {
    NativeLibrary.load();
    this.methods = methods;
  }

  @Override
  public LpSolution solve(LpProblem problem) {
    if (problem.isBlocked()) {
      solution.reset(problem);
      return solution;
    }
    double lambdaUnit = PathModel.simpleBound(problem);
    boolean first = true;
    for (Method method : methods) {
      attempts++;
      PathModel.solve(problem, method, lambdaUnit, other);
      lambdaUnit = Math.min(lambdaUnit, other.bound());
      if (first || other.gap() < solution.gap()) {
        LpSolution better = other;
        other = solution;
        solution = better;
        first = false;
      }
      if (solution.isCertified()) {
        return solution;
      }
    }
    if (solution.lambda() <= 0) {
      throw new LpException("no solver of OR-Tools found rates for a program of " + problem.size() + " bundles");
    }
    return solution;
  }

  /**
   * Returns how often a solver was started for a program. It equals the number of programs as long as the first method solves all of them.
   */
  public long attempts() {
    return attempts;
  }
}
