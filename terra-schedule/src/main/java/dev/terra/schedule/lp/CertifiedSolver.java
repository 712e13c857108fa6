package dev.terra.schedule.lp;

import com.google.common.base.Suppliers;
import java.util.function.Supplier;

/**
 * Believes a fast solver only as far as its certificate goes: where the gap is too wide, a reference solver answers too, and the
 * better answer counts. If both leave it open, {@link LpSolution#isCertified} of the answer says so; its rates are feasible anyway.
 */
public final class CertifiedSolver implements LpSolver {
  private final LpSolver fast;
  private final Supplier<LpSolver> reference;
  private long fallbacks;
  private long uncertified;

  /** The reference is made when it is first needed, because loading it can take long. */
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

  /** How many problems the reference had to answer. */
  public long fallbacks() {
    return fallbacks;
  }

  /** How many of them neither solver could prove to be optimal. */
  public long uncertified() {
    return uncertified;
  }
}
