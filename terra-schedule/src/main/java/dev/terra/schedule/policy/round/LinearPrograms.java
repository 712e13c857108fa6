package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.KeptSplits;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSets;
import org.jspecify.annotations.Nullable;

/** Solves the linear programs of a round and counts them; where every path is allowed, adds paths until none would help. */
public final class LinearPrograms {
  private final KeptSplits solver;
  private final @Nullable ColumnGeneration generator;
  private long solved;

  /** Programs over these paths, answered by this solver. */
  public LinearPrograms(PathSets paths, LpSolver solver) {
    this.solver = new KeptSplits(solver);
    this.generator = paths.rules().everyPath() ? new ColumnGeneration(paths, solver) : null;
  }

  /** Programs of another round follow: bundles that are planned stay on their paths while those are hardly worse than others. */
  public void beginRound() {
    solver.beginRound();
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

  /** Solves a program whose bundles are sent as the solution says; it is valid until the next one. */
  public LpSolution plan(LpProblem problem) {
    solved++;
    return generator != null ? generator.solve(problem) : solver.plan(problem);
  }
}
