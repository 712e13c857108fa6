package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.KeptSplits;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.lp.PathSplit;
import dev.terra.schedule.path.PathSets;
import org.jspecify.annotations.Nullable;

/** Solves the linear programs of a round and counts them. Where every path is allowed, it adds paths until no further path would help. */
public final class LinearPrograms {
  /**
   * A plan whose lambda is within this part of the best is good enough for bundles to stay on their paths: links lose more than this while
   * bundles change paths.
   */
  public static final double STEADY = 0.005;

  private final KeptSplits solver;
  private final boolean steady;
  private final @Nullable ColumnGeneration generator;
  private final LpSolution kept = new LpSolution();
  private long solved;

  /** How one shuffle was split over its paths when it was last planned for one purpose; empty before the first plan. */
  public static final class LastSplit {
    private @Nullable PathSplit split;
  }

  /** Makes programs over these paths; the given solver solves each of them by itself. */
  public LinearPrograms(PathSets paths, LpSolver solver) {
    this(paths, solver, false);
  }

  /**
   * Makes programs over these paths.
   *
   * @param steady whether shuffles stay on their paths while the plan is within {@link #STEADY} of the best
   */
  public LinearPrograms(PathSets paths, LpSolver solver, boolean steady) {
    this.solver = new KeptSplits(solver);
    this.steady = steady;
    this.generator = paths.rules().everyPath() ? new ColumnGeneration(paths, solver) : null;
  }

  /** Returns whether solving may add paths. A path set then does not limit what is possible. */
  public boolean generatesPaths() {
    return generator != null;
  }

  /** Returns how many programs were solved so far. */
  public long solved() {
    return solved - solver.answered();
  }

  /** Solves a program. The solution is valid until the next program is solved. */
  public LpSolution solve(LpProblem problem) {
    solved++;
    return generator != null ? generator.solve(problem) : solver.solve(problem);
  }

  /**
   * Solves the program of a shuffle that is sent as the solution specifies; returns the shuffle's last split if it is good enough. A
   * program has many optima, and bundles never progress quite equally, so each round would choose other paths. Bytes that are under way on
   * the old paths would then still fill their links, and each link would have a gap or a queue until all agents have followed.
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
