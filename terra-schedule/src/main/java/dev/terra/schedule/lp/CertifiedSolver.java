package dev.terra.schedule.lp;

import com.google.common.base.Suppliers;
import java.util.function.Supplier;

/**
 * A solver that trusts a fast solver only as far as its certificate goes. Where the gap is too wide, a reference solver solves the program
 * too, and the better solution is returned. If both leave a gap, {@link LpSolution#isCertified} of the returned solution is false; its
 * rates are feasible anyway.
 */
public final class CertifiedSolver implements LpSolver {
  private final LpSolver fast;
  private final Supplier<LpSolver> reference;
  private long fallbacks;
  private long uncertified;

  /** Makes a solver. The reference is made when it is first needed, because loading it can take long. */
  public CertifiedSolver(LpSolver fast, Supplier<LpSolver> makeReference) {
    this.fast = fast;
    this.reference = Suppliers.memoize(makeReference::get);
  }

  @Override
  public LpSolution solve(LpProblem problem) {
    LpSolution solution = fast.solve(problem);
    if (solution.isCertified()) {
      return solution;
    }
    fallbacks++;
    LpSolution better = better(solution, problem);
    uncertified += better.isCertified() ? 0 : 1;
    return better;
  }

  private LpSolution better(LpSolution solution, LpProblem problem) {
    try {
      LpSolution second = reference.get().solve(problem);
      return second.isCertified() || second.lambda() >= solution.lambda() ? second : solution;
    } catch (LpException e) {
      if (solution.lambda() > 0) {
        return solution;
      }
      throw e;
    }
  }

  /** Returns the number of problems that the reference had to solve. */
  public long fallbacks() {
    return fallbacks;
  }

  /** Returns how many of these problems neither solver could prove to be solved optimally. */
  public long uncertified() {
    return uncertified;
  }
}
