package dev.terra.schedule.ortools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Wans;
import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.PathModel.Method;
import dev.terra.schedule.ortools.PathModel.Units;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests with a program whose bottleneck is a link with 1e-7 of its capacity left. With OR-Tools' default tolerances, GLOP overfills this
 * link by 5 % and returns the result as optimal. After scaling down to the capacity, the result is 5 % below the optimum.
 */
class GlopSolverTest {
  private static final double LAMBDA = 0.0771217219735;
  private static final Method LOOSE = new Method("GLOP", Units.DEMANDS, false, true, 1e-7);
  private static final Method EXACT = new Method("GLOP", Units.BOTTLENECKS, false, false, 1e-10);
  private static final Method ABSENT = new Method("NO_SUCH_SOLVER", Units.DEMANDS, false, true, 1e-7);

  private static final List<String> CLOSED = List.of("NY54:CMBR", "CLEV:CHCG", "CHCG:PHLA", "NSVL:CLEV", "NSVL:DLLS",
      "DLLS:SNAN", "DLLS:KSCY", "SLKC:DNVR", "PTLD:SNFN", "STTL:PTLD");
  private static final List<String> NEARLY_FULL = List.of("NY54:CHCG", "CMBR:PHLA", "CHCG:DNVR", "CHCG:KSCY", "CHCG:STTL",
      "CLEV:PHLA", "WASH:RLGH", "ATLN:ORLD", "STLS:NSVL", "HSTN:NWOR", "NWOR:ORLD", "DNVR:DLLS", "KSCY:DLLS",
      "SNFN:SCRM", "SNFN:STTL", "LA03:SNFN");
  private static final Object[] BUNDLES = {
      "ATLN", "LA03", 912073429L, "KSCY", "STLS", 8743330785L, "HSTN", "CLEV", 2010732839L, "STTL", "DLLS", 61428866975L,
      "KSCY", "STTL", 13082476403L, "CHCG", "HSTN", 33405395094L, "CHCG", "SNAN", 2542245258L, "LA03", "WASH", 6711038579L,
      "PHLA", "NWOR", 16861698708L, "WASH", "STLS", 4323671497L, "WASH", "CHCG", 13325540161L, "ATLN", "HSTN", 19076822659L};

  private static LpProblem nearlyFullLinks() {
    Wan wan = Wans.load("att");
    PathSets paths = new PathSets(wan, PathRules.defaults());
    double[] capacity = wan.capacities();
    for (int link = 0; link < capacity.length; link++) {
      LinkId id = wan.links().get(link).id();
      String name = id.toString();
      capacity[link] *= CLOSED.contains(name) ? 0 : NEARLY_FULL.contains(name) ? 1e-7 : 1;
    }
    LpProblem problem = new LpProblem();
    problem.reset(capacity);
    for (int i = 0; i < BUNDLES.length; i += 3) {
      SiteId from = new SiteId((String) BUNDLES[i]);
      SiteId to = new SiteId((String) BUNDLES[i + 1]);
      problem.add(paths.between(wan.indexOf(from), wan.indexOf(to)), (Long) BUNDLES[i + 2]);
    }
    return problem;
  }

  @Test
  void aNearlyFullLinkIsNoReasonToStopShort() {
    LpProblem problem = nearlyFullLinks();

    LpSolution solution = new GlopSolver().solve(problem);

    assertThat(solution.lambda()).isCloseTo(LAMBDA, within(1e-9 * LAMBDA));
    assertThat(solution.isCertified()).isTrue();
    assertThat(new PathSimplex().solve(problem).lambda()).isCloseTo(LAMBDA, within(1e-9 * LAMBDA));
  }

  @Test
  void theCertificateShowsWhatLooseTolerancesLose() {
    LpProblem problem = nearlyFullLinks();
    GlopSolver solver = new GlopSolver(List.of(LOOSE));

    LpSolution solution = solver.solve(problem);

    assertThat(solution.isCertified()).as("called optimal by GLOP").isFalse();
    assertThat(solution.lambda()).isPositive().isLessThan(0.99 * LAMBDA);
    assertThat(solution.bound()).as("the bound holds anyway").isGreaterThanOrEqualTo(LAMBDA * (1 - 1e-9));
    for (int link = 0; link < problem.capacity().length; link++) {
      assertThat(solution.load(link)).as("and rates fit").isLessThanOrEqualTo(problem.capacity()[link]);
    }
  }

  @Test
  void anOpenCertificateCallsForAnotherAttempt() {
    GlopSolver solver = new GlopSolver(List.of(ABSENT, LOOSE, EXACT, LOOSE));

    LpSolution solution = solver.solve(nearlyFullLinks());

    assertThat(solution.lambda()).isCloseTo(LAMBDA, within(1e-9 * LAMBDA));
    assertThat(solver.attempts()).isEqualTo(3);
  }

  @Test
  void theNarrowestAnswerCounts() {
    GlopSolver solver = new GlopSolver(List.of(LOOSE, ABSENT));

    assertThat(solver.solve(nearlyFullLinks()).lambda()).isPositive();
    assertThat(solver.attempts()).isEqualTo(2);
  }

  @Test
  void noAnswerAtAllIsAnError() {
    GlopSolver solver = new GlopSolver(List.of(ABSENT));
    LpProblem problem = nearlyFullLinks();

    assertThatThrownBy(() -> solver.solve(problem)).isInstanceOf(LpException.class)
        .hasMessage("no solver of OR-Tools found rates for a program of 12 bundles");
  }
}
