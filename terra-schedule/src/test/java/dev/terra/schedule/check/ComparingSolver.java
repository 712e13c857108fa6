package dev.terra.schedule.check;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import java.util.function.LongSupplier;

/**
 * Runs two solvers on every program and passes on the answer of the first. So a policy solves the same programs whoever is
 * measured, and the answers of both are compared on each.
 */
public final class ComparingSolver implements LpSolver {
  private final LpSolver first;
  private final LpSolver second;
  private final LongSupplier clockNanos;
  private long firstNanos;
  private long secondNanos;
  private long programs;
  private double maxRelativeDifference;

  /** Two solvers and a clock to time them with. */
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

  /** |a - b| / the larger; 0 for two zeros. */
  public static double relativeDifference(double a, double b) {
    double larger = Math.max(Math.abs(a), Math.abs(b));
    return larger == 0 ? 0 : Math.abs(a - b) / larger;
  }

  /** Time spent in the first solver. */
  public long firstNanos() {
    return firstNanos;
  }

  /** Time spent in the second solver. */
  public long secondNanos() {
    return secondNanos;
  }

  /** Programs solved. */
  public long programs() {
    return programs;
  }

  /** The largest relative difference of lambda so far. */
  public double maxRelativeDifference() {
    return maxRelativeDifference;
  }
}
