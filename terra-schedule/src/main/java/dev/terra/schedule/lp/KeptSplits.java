package dev.terra.schedule.lp;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Answers large programs with what it knows of those before them: how each bundle is split over its paths, and the prices of links.
 * {@link LpSolution#complete} makes of both a feasible answer to the program at hand, and a bound on what any answer can reach; one
 * within {@link #CLOSE} of its bound is kept. Otherwise, and for programs of up to {@link #LARGE} bundles, the solver answers.
 *
 * <p>Example: of 9,000 bundles 40 have ended. The split of the others still sends at 0.4 % less than the old prices allow, and no
 * program is solved.
 */
public final class KeptSplits implements LpSolver {
  /** More bundles than the pairs of 32 sites; up to here a solver takes milliseconds. */
  public static final int LARGE = 1_000;
  /** Relative to lambda. */
  public static final double CLOSE = 0.01;
  /** The shuffles that large ones wait for are few. */
  private static final int MOST_SPLITS = 4;
  /** One for the whole WAN, one for what others leave of it: each that is tried costs some of what it is to save. */
  private static final int MOST_TRIED = 2;

  private final LpSolver solver;
  private final Deque<PathSplit> splits = new ArrayDeque<>();
  private final LpSolution kept = new LpSolution();
  private long answered;

  /** With this solver for whatever else there is. */
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

  /** How many programs it has answered without the solver. */
  public long answered() {
    return answered;
  }
}
