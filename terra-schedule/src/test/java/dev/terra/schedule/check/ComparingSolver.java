package dev.terra.schedule.check;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import java.util.function.LongSupplier;

/**
 * A solver that runs two solvers on every program and returns the answer of the first. So a policy solves the same programs
 * whichever solver is measured, and both answers to each program are compared.
 */
public final class ComparingSolver implements LpSolver {
  private final LpSolver first;
  private final LpSolver second;
  private final LongSupplier clockNanos;
  private long firstNanos;
  private long secondNanos;
  private long programs;
  private double maxRelativeDifference;

  /** Creates a solver from two solvers and a clock to time them. */
  public ComparingSolver(LpSolver first, LpSolver second, LongSupplier clockNanos) {
    this.first = first;
    this.second = second;
    this.clockNanos = clockNanos;
  }

  @Override
  public LpSolution solve(LpProblem problem) {
    long start = clockNanos.getAsLong();
    double reference = second.solve(problem).lambda();
    long middle = clockNanos.getAsLong();
    LpSolution solution = first.solve(problem);
    firstNanos += clockNanos.getAsLong() - middle;
    secondNanos += middle - start;
    programs++;
    maxRelativeDifference = Math.max(maxRelativeDifference, relativeDifference(solution.lambda(), reference));
    return solution;
  }

  /** Returns |a - b| divided by the larger of |a| and |b|, or 0 if both are 0. */
  public static double relativeDifference(double a, double b) {
    double larger = Math.max(Math.abs(a), Math.abs(b));
    return larger == 0 ? 0 : Math.abs(a - b) / larger;
  }

  /** Returns the time spent in the first solver, ns. */
  public long firstNanos() {
    return firstNanos;
  }

  /** Returns the time spent in the second solver, ns. */
  public long secondNanos() {
    return secondNanos;
  }

  /** Returns the number of programs solved. */
  public long programs() {
    return programs;
  }

  /** Returns the largest relative difference of lambda so far. */
  public double maxRelativeDifference() {
    return maxRelativeDifference;
  }
}
