package dev.terra.schedule.lp;

import java.util.function.Supplier;

/** Believes a fast solver only as far as its certificate goes: where the gap is too wide, a reference solver answers instead. */
public final class CertifiedSolver implements LpSolver {
  /** A tenth of the 1e-6 to which solvers have to agree. */
  public static final double MAX_GAP = 1e-7;

  private final LpSolver fast;
  private final Supplier<LpSolver> makeReference;
  private LpSolver reference;
  private long fallbacks;

  /** The reference is made when it is first needed, because loading it can take long. */
  public CertifiedSolver(LpSolver fast, Supplier<LpSolver> makeReference) {
    this.fast = fast;
    this.makeReference = makeReference;
  }

  @Override
  public LpSolution solve(LpProblem problem) {
    LpSolution solution = fast.solve(problem);
    if (solution.gap() <= MAX_GAP) {
      return solution;
    }
    fallbacks++;
    if (reference == null) {
      reference = makeReference.get();
    }
    LpSolution second = reference.solve(problem);
    return second.lambda() >= solution.lambda() ? second : solution;
  }

  /** How many problems the reference had to answer. */
  public long fallbacks() {
    return fallbacks;
  }
}
