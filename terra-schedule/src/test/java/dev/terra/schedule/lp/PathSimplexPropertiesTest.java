package dev.terra.schedule.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Programs;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.round.LinearPrograms;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/**
 * Tests of the simplex by itself, without a reference solver that answers for it: its answers are optimal, and obey the laws of the
 * program.
 */
class PathSimplexPropertiesTest {
  private static final double EXACT = 1e-7;

  private final PathSimplex simplex = new PathSimplex();

  private static LpProblem program(int sites, int bundles, long seed) {
    return Programs.program(Programs.wan(sites, seed), bundles, seed);
  }

  private static LpProblem changed(LpProblem problem, double bytesFactor, double[] capacity) {
    LpProblem other = new LpProblem();
    other.reset(capacity);
    for (int k = 0; k < problem.size(); k++) {
      other.add(problem.paths(k), problem.demand(k) * bytesFactor);
    }
    return other;
  }

  private static double[] times(double[] capacity, double factor) {
    return Arrays.stream(capacity).map(each -> each * factor).toArray();
  }

  @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
  void itsOwnPricesProveEveryAnswerToBeTheOptimum(
      @ForAll @IntRange(min = 3, max = 10) int sites, @ForAll @IntRange(min = 1, max = 30) int bundles, @ForAll long seed) {
    LpProblem problem = program(sites, bundles, seed);

    LpSolution solution = simplex.solve(problem);

    assertThat(solution.lambda()).isPositive();
    assertThat(solution.gap()).isLessThan(1e-8);
    for (int link = 0; link < problem.capacity().length; link++) {
      assertThat(solution.load(link)).isLessThanOrEqualTo(problem.capacity()[link]);
      boolean slack = solution.load(link) < problem.capacity()[link] * (1 - EXACT);
      assertThat(slack && solution.price(link) * problem.capacity()[link] > EXACT * solution.bound())
          .as("a price on a link with room").isFalse();
    }
  }

  /** Returns the least capacity over all sets of sites that contain the source and not the target. It tries all sets. */
  private static double minimumCut(Wan wan, double[] capacity, int source, int target) {
    double least = Double.POSITIVE_INFINITY;
    for (int set = 0; set < 1 << wan.sites().size(); set++) {
      if ((set >> source & 1) == 1 && (set >> target & 1) == 0) {
        double cut = 0;
        for (int link = 0; link < capacity.length; link++) {
          int from = wan.indexOf(wan.links().get(link).id().from());
          int to = wan.indexOf(wan.links().get(link).id().to());
          cut += (set >> from & 1) == 1 && (set >> to & 1) == 0 ? capacity[link] : 0;
        }
        least = Math.min(least, cut);
      }
    }
    return least;
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void oneBundleSendsWhatTheNarrowestCutLetsThrough(
      @ForAll @IntRange(min = 3, max = 7) int sites, @ForAll @LongRange(max = 5_000) long seed) {
    Wan wan = Programs.wan(sites, seed);
    PathSets paths = new PathSets(wan, PathRules.unrestricted());
    LpProblem problem = new LpProblem();
    problem.reset(wan.capacities());
    problem.add(paths.between(0, sites - 1), 1e9);

    assertThat(new LinearPrograms(paths, simplex).solve(problem).lambda() * 1e9)
        .isCloseTo(minimumCut(wan, wan.capacities(), 0, sites - 1), within(1e-6 * wan.capacities()[0]));
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void twiceTheBytesTakeTwiceAsLongAndTwiceTheCapacityHalf(
      @ForAll @IntRange(min = 3, max = 8) int sites, @ForAll @IntRange(min = 1, max = 12) int bundles, @ForAll long seed) {
    LpProblem problem = program(sites, bundles, seed);
    double lambda = simplex.solve(problem).lambda();

    assertThat(simplex.solve(changed(problem, 2, problem.capacity())).lambda()).isCloseTo(lambda / 2, within(EXACT * lambda));
    assertThat(simplex.solve(changed(problem, 1, times(problem.capacity(), 2))).lambda()).isCloseTo(lambda * 2, within(EXACT * lambda));
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void theOrderOfBundlesMakesNoDifference(
      @ForAll @IntRange(min = 3, max = 8) int sites, @ForAll @IntRange(min = 2, max = 12) int bundles, @ForAll long seed) {
    LpProblem problem = program(sites, bundles, seed);
    LpProblem backwards = new LpProblem();
    backwards.reset(problem.capacity());
    for (int k = problem.size() - 1; k >= 0; k--) {
      backwards.add(problem.paths(k), problem.demand(k));
    }
    double lambda = simplex.solve(problem).lambda();

    assertThat(simplex.solve(backwards).lambda()).isCloseTo(lambda, within(EXACT * lambda));
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void moreCapacityNeverSlowsAndMoreBundlesNeverSpeed(
      @ForAll @IntRange(min = 3, max = 8) int sites, @ForAll @IntRange(min = 1, max = 12) int bundles, @ForAll long seed) {
    LpProblem problem = program(sites, bundles, seed);
    Random random = new Random(seed);
    double lambda = simplex.solve(problem).lambda();
    double[] wider = problem.capacity().clone();
    wider[random.nextInt(wider.length)] *= 1 + random.nextDouble();
    assertThat(simplex.solve(changed(problem, 1, wider)).lambda()).isGreaterThanOrEqualTo(lambda * (1 - EXACT));

    problem.add(problem.paths(random.nextInt(problem.size())), 1e9);
    assertThat(simplex.solve(problem).lambda()).isLessThanOrEqualTo(lambda * (1 + EXACT));
  }

  /** Splitting a bundle into two bundles of the same pair changes nothing. */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void bundlesOfAPairCountTogether(
      @ForAll @IntRange(min = 3, max = 8) int sites, @ForAll @IntRange(min = 1, max = 8) int bundles, @ForAll long seed) {
    LpProblem problem = program(sites, bundles, seed);
    LpProblem split = new LpProblem();
    split.reset(problem.capacity());
    for (int k = 0; k < problem.size(); k++) {
      split.add(problem.paths(k), problem.demand(k) * 0.25);
      split.add(problem.paths(k), problem.demand(k) * 0.75);
    }
    double lambda = simplex.solve(problem).lambda();

    assertThat(simplex.solve(split).lambda()).isCloseTo(lambda, within(EXACT * lambda));
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void aBundleWhosePathsAreAllClosedStopsEverything(@ForAll @IntRange(min = 3, max = 8) int sites, @ForAll long seed) {
    LpProblem problem = program(sites, 5, seed);
    double[] closed = problem.capacity().clone();
    for (int[] path : problem.paths(2).all()) {
      closed[path[0]] = 0;
    }
    LpSolution solution = simplex.solve(changed(problem, 1, closed));

    assertThat(solution.lambda()).isZero();
    assertThat(solution.bound()).isZero();
    assertThat(solution.isCertified()).isTrue();
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void whatWasSolvedBeforeLeavesNoTrace(@ForAll @IntRange(min = 3, max = 8) int sites, @ForAll long seed) {
    LpProblem problem = program(sites, 8, seed);
    simplex.solve(program(10, 25, seed + 1));
    simplex.solve(program(3, 1, seed + 2));

    LpSolution used = simplex.solve(problem);
    LpSolution fresh = new PathSimplex().solve(problem);

    assertThat(used.lambda()).isEqualTo(fresh.lambda());
    for (int k = 0; k < problem.size(); k++) {
      for (int path = 0; path < problem.paths(k).size(); path++) {
        assertThat(used.rate(k, path)).isEqualTo(fresh.rate(k, path));
      }
    }
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void pivotsAreFew(@ForAll @IntRange(min = 3, max = 10) int sites, @ForAll @IntRange(min = 1, max = 30) int bundles, @ForAll long seed) {
    long before = simplex.pivots();
    LpProblem problem = program(sites, bundles, seed);
    simplex.solve(problem);

    assertThat(simplex.pivots() - before).isLessThanOrEqualTo(20L + 6L * problem.size());
  }
}
