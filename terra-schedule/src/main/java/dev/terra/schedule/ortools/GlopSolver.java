package dev.terra.schedule.ortools;

import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.ortools.PathModel.Method;
import dev.terra.schedule.ortools.PathModel.Units;
import java.util.List;

/**
 * The reference: OR-Tools' GLOP. What it calls optimal is not believed as such, because its tolerances are absolute: the answer's
 * own certificate, on the problem as given, decides. Where it is open, the problem is put again in other units, then to the dual
 * simplex, then to CLP, each time with the best bound of lambda that is known by then as its unit. If none closes it, the narrowest
 * is the answer, and {@link LpSolution#isCertified} says no.
 */
public final class GlopSolver implements LpSolver {
  /**
   * Presolve is off: its own tolerances take nearly full links for infeasible, or leave them overfull, and it saves nothing on
   * programs that only have links that can fill.
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

  /** How often a program was put to a solver; as often as there were programs, while the first method answers all. */
  public long attempts() {
    return attempts;
  }
}
