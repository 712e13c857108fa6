package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.KeptSplits;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.lp.PathSplit;
import dev.terra.schedule.path.PathSets;
import org.jspecify.annotations.Nullable;

/** Solves the linear programs of a round and counts them; where every path is allowed, adds paths until none would help. */
public final class LinearPrograms {
  /**
   * A plan whose lambda is within this part of the best is good enough for bundles to stay on their paths: less than what links lose while
   * bundles change them.
   */
  public static final double STEADY = 0.005;

  private final KeptSplits solver;
  private final boolean steady;
  private final @Nullable ColumnGeneration generator;
  private final LpSolution kept = new LpSolution();
  private long solved;

  /** How one shuffle was split over its paths when it was last planned for one purpose; nothing before that. */
  public static final class LastSplit {
    private @Nullable PathSplit split;
  }

  /** Programs over these paths, answered by this solver, each by itself. */
  public LinearPrograms(PathSets paths, LpSolver solver) {
    this(paths, solver, false);
  }

  /**
   * Programs over these paths.
   *
   * @param steady whether shuffles stay on their paths where {@link #STEADY} is enough
   */
  public LinearPrograms(PathSets paths, LpSolver solver, boolean steady) {
    this.solver = new KeptSplits(solver);
    this.steady = steady;
    this.generator = paths.rules().everyPath() ? new ColumnGeneration(paths, solver) : null;
  }

  /** Whether solving may add paths, so that a path set says nothing about what is possible. */
  public boolean generatesPaths() {
    return generator != null;
  }

  /** How many programs were solved so far. */
  public long solved() {
    return solved - solver.answered();
  }

  /** Solves a program; the solution is valid until the next one. */
  public LpSolution solve(LpProblem problem) {
    solved++;
    return generator != null ? generator.solve(problem) : solver.solve(problem);
  }

  /**
   * Solves the program of a shuffle that is sent as the solution says: with its last split, if that is steady. A program has many optima,
   * and bundles never progress quite equally, so that each round would choose other paths. What is under way on the old ones still fills
   * their links then, and each link has a gap or a queue until all agents follow.
   */
  public LpSolution plan(LpProblem problem, LastSplit last) {
    if (!steady || generator != null || problem.size() > KeptSplits.LARGE) {
      return solve(problem);
    }
    if (last.split != null && last.split.covers(problem) && last.split.answer(problem, kept, STEADY)) {
      return kept;
    }
    LpSolution solution = solve(problem);
    last.split = PathSplit.of(problem, solution);
    return solution;
  }
}
