package dev.terra.schedule.lp;

/** Solves the program of one shuffle. Implementations keep buffers, so each has one owner. */
public interface LpSolver {
  /**
   * Solves a program exactly. The solution is valid until the next call; lambda is 0 if a bundle has no open path or there is no
   * bundle.
   *
   * @throws LpException if no trustworthy solution was found
   */
  LpSolution solve(LpProblem problem);
}
