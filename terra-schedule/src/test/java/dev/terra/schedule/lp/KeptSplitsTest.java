package dev.terra.schedule.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.topology.RandomTopology;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests of large programs that hardly differ from the previous ones. */
class KeptSplitsTest {
  private static final int SITES = 40;

  private final Wan wan = RandomTopology.generate(SITES, 70, 2);
  private final PathSets paths = new PathSets(wan, PathRules.atMost(5));
  private final double[] capacity = wan.capacities();
  private final PathSimplex simplex = new PathSimplex();
  private int asked;
  private final KeptSplits kept = new KeptSplits(problem -> {
    asked++;
    return simplex.solve(problem);
  });

  private LpProblem program(int bundles, IntToDoubleFunction factor) {
    LpProblem problem = new LpProblem();
    problem.reset(capacity);
    Random random = new Random(9);
    for (int pair = 0; problem.size() < bundles; pair++) {
      int from = pair / (SITES - 1);
      int to = pair % (SITES - 1);
      double bytes = 1e9 * Math.exp(random.nextGaussian()) * factor.applyAsDouble(pair);
      if (bytes > 0) {
        problem.add(paths.between(from, to < from ? to : to + 1), bytes);
      }
    }
    return problem;
  }

  private static double optimum(LpProblem problem) {
    return new PathSimplex().solve(problem).lambda();
  }

  @Test
  void aSplitIsKeptWhileItIsProvedToBeCloseToTheBest() {
    kept.solve(program(1_200, pair -> 1));
    LpProblem next = program(1_190, pair -> 1 + (pair % 7) * 1e-4);

    LpSolution solution = kept.solve(next);

    assertThat(asked).as("the first only").isEqualTo(1);
    assertThat(kept.answered()).isEqualTo(1);
    double best = optimum(next);
    assertThat(solution.lambda()).isBetween(best * (1 - KeptSplits.CLOSE), best * (1 + 1e-9));
    for (int link = 0; link < capacity.length; link++) {
      assertThat(solution.load(link)).isLessThanOrEqualTo(capacity[link]);
    }
    for (int bundle = 0; bundle < next.size(); bundle++) {
      double rate = 0;
      for (int path = 0; path < next.paths(bundle).size(); path++) {
        rate += solution.rate(bundle, path);
      }
      assertThat(rate).as("equal progress").isCloseTo(solution.lambda() * next.demand(bundle), within(1e-6 * rate));
    }
  }

  @Test
  void whatDiffersIsSolvedFromTheOldSplitOn() {
    kept.solve(program(1_200, pair -> 1));
    long before = simplex.pivots();
    LpProblem other = program(1_200, pair -> pair % 5 == 0 ? 0.2 : 1);
    PathSimplex fresh = new PathSimplex();
    double best = fresh.solve(other).lambda();

    assertThat(kept.solve(other).lambda()).isCloseTo(best, within(best * 1e-7));

    assertThat(asked).isEqualTo(2);
    assertThat(simplex.pivots() - before).as("fewer pivots than from nothing").isLessThan(fresh.pivots());
  }

  @Test
  void smallProgramsAndUnknownBundlesGoToTheSolver() {
    kept.solve(program(KeptSplits.LARGE, pair -> 1));
    kept.solve(program(KeptSplits.LARGE, pair -> 1));
    assertThat(asked).isEqualTo(2);

    kept.solve(program(1_010, pair -> 1));
    kept.solve(program(1_400, pair -> 1));
    assertThat(asked).as("390 bundles were in none before").isEqualTo(4);
    assertThat(kept.answered()).isZero();
  }

  @Test
  void aClosedLinkIsNoticed() {
    kept.solve(program(1_200, pair -> 1));
    int closed = 0;
    capacity[closed] = 0;

    LpSolution solution = kept.solve(program(1_200, pair -> 1));

    assertThat(asked).isEqualTo(2);
    assertThat(solution.load(closed)).isZero();
  }
}
