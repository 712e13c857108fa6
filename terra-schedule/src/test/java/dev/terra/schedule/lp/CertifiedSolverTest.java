package dev.terra.schedule.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import org.junit.jupiter.api.Test;

/** Tests with one bundle on an even triangle. With all of the bundle on the direct path, half of the optimum is reached. */
class CertifiedSolverTest {
  private static final LpSolver FAILING = problem -> {
    throw new LpException("gave up");
  };

  private static LpProblem oneBundle() {
    Wan wan = Wans.evenTriangle();
    LpProblem problem = new LpProblem();
    problem.reset(wan.capacities());
    problem.add(new PathSets(wan, PathRules.defaults()).between(0, 1), 1e9);
    return problem;
  }

  /** Returns a solver that splits the bundle in the given proportion, and gives no prices. */
  private static LpSolver splitting(double direct, double detour) {
    return problem -> {
      LpSolution solution = new LpSolution();
      solution.reset(problem);
      solution.setShare(0, 0, direct);
      solution.setShare(0, 1, detour);
      solution.complete(problem);
      return solution;
    };
  }

  @Test
  void aCertifiedAnswerNeedsNoReference() {
    CertifiedSolver solver = new CertifiedSolver(new PathSimplex(), () -> FAILING);

    assertThat(solver.solve(oneBundle()).isCertified()).isTrue();
    assertThat(solver.fallbacks()).isZero();
  }

  @Test
  void theReferenceAnswersForAnOpenCertificate() {
    CertifiedSolver solver = new CertifiedSolver(splitting(1, 0), PathSimplex::new);

    assertThat(solver.solve(oneBundle()).lambda()).isCloseTo(0.25, within(1e-9));
    assertThat(solver.fallbacks()).isOne();
    assertThat(solver.uncertified()).isZero();
  }

  @Test
  void theBetterOfTwoOpenAnswersCountsAndSaysThatItIsOpen() {
    CertifiedSolver solver = new CertifiedSolver(splitting(2, 1), () -> splitting(3, 1));

    LpSolution solution = solver.solve(oneBundle());

    assertThat(solution.lambda()).isCloseTo(0.1875, within(1e-9));
    assertThat(solution.isCertified()).isFalse();
    assertThat(solver.uncertified()).isOne();
  }

  @Test
  void aFailingReferenceLeavesTheFastAnswer() {
    CertifiedSolver solver = new CertifiedSolver(splitting(1, 0), () -> FAILING);

    assertThat(solver.solve(oneBundle()).lambda()).isCloseTo(0.125, within(1e-9));
    assertThat(solver.uncertified()).isOne();
  }

  @Test
  void withoutAnyAnswerTheErrorIsPassedOn() {
    CertifiedSolver solver = new CertifiedSolver(splitting(0, 0), () -> FAILING);

    assertThatThrownBy(() -> solver.solve(oneBundle())).isInstanceOf(LpException.class).hasMessage("gave up");
  }
}
