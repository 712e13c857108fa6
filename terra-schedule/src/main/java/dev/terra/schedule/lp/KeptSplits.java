package dev.terra.schedule.lp;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Solves large programs with the results of earlier ones: how each bundle is split over its paths, and the prices of links.
 * {@link LpSolution#complete} derives from both a feasible solution of the given program, and a bound on what any solution can reach. A
 * solution within {@link #CLOSE} of its bound is returned. Otherwise, and for programs of up to {@link #LARGE} bundles, the solver solves
 * the program.
 *
 * <p>Example: of 9,000 bundles 40 have ended. The split of the others still sends at 0.4 % less than the old prices allow, and no program
 * is solved.
 */
public final class KeptSplits implements LpSolver {
  /**
   * The most bundles of a program that is not large. It is more than the pairs of 32 sites, and a solver takes milliseconds for such
   * programs.
   */
  public static final int LARGE = 1_000;
  /** How close to its bound a solution must be, relative to lambda. */
  public static final double CLOSE = 0.01;
  /** The most splits that are kept; the shuffles for which large shuffles wait are few. */
  private static final int MOST_SPLITS = 4;
  /**
   * The most splits that are tried: one for the whole WAN, and one for what others leave of it. Each try costs a part of the time that it
   * is meant to save.
   */
  private static final int MOST_TRIED = 2;

  private final LpSolver solver;
  private final Deque<PathSplit> splits = new ArrayDeque<>();
  private final LpSolution kept = new LpSolution();
  private long answered;

  /** Makes a solver that passes all other programs to the given one. */
  public KeptSplits(LpSolver solver) {
    this.solver = solver;
  }

  @Override
  public LpSolution solve(LpProblem problem) {
    if (problem.size() <= LARGE) {
      return solver.solve(problem);
    }
    if (tryKept(problem)) {
      answered++;
      return kept;
    }
    splits.stream().filter(split -> split.covers(problem)).findFirst().ifPresent(split -> problem.beginWith(split.widest(problem)));
    LpSolution solution = solver.solve(problem);
    if (splits.size() == MOST_SPLITS) {
      splits.removeLast();
    }
    splits.addFirst(PathSplit.of(problem, solution));
    return solution;
  }

  private boolean tryKept(LpProblem problem) {
    int tried = 0;
    for (PathSplit split : splits) {
      if (tried < MOST_TRIED && split.covers(problem)) {
        tried++;
        if (split.answer(problem, kept, CLOSE)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns how many programs were solved without the other solver. */
  public long answered() {
    return answered;
  }
}
