package dev.terra.schedule.ortools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Programs;
import dev.terra.schedule.Wans;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.LinearProgram.Outcome;
import dev.terra.schedule.ortools.PathModel.Method;
import dev.terra.schedule.ortools.PathModel.Units;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests of OR-Tools by itself: programs with known answers, and the same programs in all units and by all methods. */
class ReferenceTest {
  private static final double LINK = 125e6;

  private final Wan wan = Wans.evenTriangle();

  @Test
  void aProgramOfTwoVariables() {
    try (LinearProgram program = new LinearProgram()) {
      int x = program.variable(0, Double.POSITIVE_INFINITY);
      int y = program.variable(1, 3);
      int row = program.row(4, Double.POSITIVE_INFINITY);
      program.set(row, x, 1);
      program.set(row, y, 2);
      program.cost(x, 1);
      program.cost(y, 1);
      assertThat(program.minimise()).isEqualTo(Outcome.OPTIMAL);
      assertThat(program.value()).as("y = 2, x = 0").isCloseTo(2, within(1e-9));
      int above = program.row(Double.NEGATIVE_INFINITY, 1.5);
      program.set(above, y, 1);
      assertThat(program.minimise()).isEqualTo(Outcome.OPTIMAL);
      assertThat(program.value()).as("y = 1.5, x = 1").isCloseTo(2.5, within(1e-9));
    }
  }

  @Test
  void whatNothingFulfilsIsInfeasibleAndWhatHasNoEndIsUnknown() {
    try (LinearProgram program = new LinearProgram()) {
      int x = program.variable(0, 1);
      program.set(program.row(2, 3), x, 1);
      assertThat(program.minimise()).isEqualTo(Outcome.INFEASIBLE);
    }
    try (LinearProgram program = new LinearProgram()) {
      program.cost(program.variable(Double.NEGATIVE_INFINITY, 0), 1);
      assertThat(program.minimise()).isNotEqualTo(Outcome.OPTIMAL);
    }
  }

  @Test
  void edgesCarryWhatEveryPathTogetherCan() {
    EdgeFormulation edges = new EdgeFormulation(wan);
    assertThat(edges.lambda(Wans.shuffle("s", 0, "A", "B", 1e9).bundles())).isCloseTo(2 * LINK / 1e9, within(1e-9));
    assertThat(edges.lambda(Wans.shuffle("s", 0, "A", "B", 1e9, "C", "B", 3e9).bundles())).isCloseTo(2 * LINK / 4e9, within(1e-9));
    assertThat(edges.lambda(Wans.shuffle("s", 0, "A", "B", 1e9, "B", "A", 1e9).bundles())).isCloseTo(2 * LINK / 1e9, within(1e-9));
    Wan cut = wan.keepLinks(link -> !link.id().equals(LinkId.of("A", "B")));
    assertThat(new EdgeFormulation(cut).lambda(Wans.shuffle("s", 0, "A", "B", 1e9).bundles())).isCloseTo(LINK / 1e9, within(1e-9));
  }

  @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
  void unitsAndMethodsMakeNoDifference(
      @ForAll @IntRange(min = 3, max = 8) int sites, @ForAll @IntRange(min = 1, max = 10) int bundles, @ForAll long seed) {
    NativeLibrary.load();
    LpProblem problem = Programs.program(Programs.wan(sites, seed), bundles, seed);
    double lambda = new PathSimplex().solve(problem).lambda();
    for (Units units : Units.values()) {
      for (boolean dual : new boolean[] {false, true}) {
        LpSolution solution = new LpSolution();
        PathModel.solve(problem, new Method("GLOP", units, dual, false, 1e-10), PathModel.simpleBound(problem), solution);
        assertThat(solution.lambda()).isCloseTo(lambda, within(1e-6 * lambda));
        assertThat(solution.gap()).isLessThan(1e-6);
      }
    }
    assertThat(PathModel.simpleBound(problem)).isGreaterThanOrEqualTo(lambda * (1 - 1e-9));
  }

  @Test
  void noBundleIsFasterThanAllItsPathsAlone() {
    PathSets paths = new PathSets(wan, PathRules.defaults());
    LpProblem problem = new LpProblem();
    problem.reset(wan.capacities());
    problem.add(paths.between(0, 1), 1e9);
    problem.add(paths.between(1, 2), 4e9);
    assertThat(PathModel.simpleBound(problem)).isCloseTo(2 * LINK / 4e9, within(1e-12));
    double[] closed = wan.capacities();
    closed[wan.indexOf(LinkId.of("B", "C"))] = 0;
    problem.reset(closed);
    problem.add(paths.between(1, 2), 4e9);
    assertThat(PathModel.simpleBound(problem)).isCloseTo(LINK / 4e9, within(1e-12));
  }

  @Test
  void aBlockedProgramNeedsNoSolver() {
    PathSets paths = new PathSets(wan, PathRules.defaults());
    LpProblem problem = new LpProblem();
    problem.reset(new double[wan.links().size()]);
    problem.add(paths.between(0, 1), 1e9);
    GlopSolver solver = new GlopSolver(List.of());
    assertThat(solver.solve(problem).lambda()).isZero();
    assertThat(solver.attempts()).isZero();
  }
}
