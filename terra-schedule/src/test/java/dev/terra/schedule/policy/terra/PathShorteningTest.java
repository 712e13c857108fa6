package dev.terra.schedule.policy.terra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Programs;
import dev.terra.schedule.Wans;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PathShorteningTest {
  private final PathShortening shortening = new PathShortening();

  private static double[] load(LpProblem problem, RatePlan plan) {
    double[] load = new double[problem.capacity().length];
    for (int i = 0; i < plan.rates().size(); i++) {
      for (int link : problem.paths(plan.rates().bundle()[i]).links(plan.rates().path()[i])) {
        load[link] += plan.rates().bytesPerSecond()[i];
      }
    }
    return load;
  }

  private static double[] rateByBundle(LpProblem problem, RatePlan plan) {
    double[] rate = new double[problem.size()];
    for (int i = 0; i < plan.rates().size(); i++) {
      rate[plan.rates().bundle()[i]] += plan.rates().bytesPerSecond()[i];
    }
    return rate;
  }

  /** Returns the sum of the loads of all links: bytes per second times the links that they cross. */
  private static double work(double[] load) {
    double sum = 0;
    for (double each : load) {
      sum += each;
    }
    return sum;
  }

  private static LpSolution anySplit(LpProblem problem, long seed) {
    Random random = new Random(seed);
    LpSolution any = new LpSolution();
    any.reset(problem);
    for (int k = 0; k < problem.size(); k++) {
      for (int path = 0; path < problem.paths(k).size(); path++) {
        any.setShare(k, path, random.nextInt(3) == 0 ? 0 : random.nextDouble());
      }
      any.setShare(k, 0, 0.1);
    }
    any.complete(problem);
    return any;
  }

  @Test
  void aDetourIsLeftWhereTheShortWayHasRoom() {
    Wan wan = Wans.evenTriangle();
    PathSets paths = new PathSets(wan, PathRules.defaults());
    LpProblem problem = new LpProblem();
    problem.reset(wan.capacities());
    problem.add(paths.between(0, 1), 1e9);
    problem.add(paths.between(2, 0), 1e9);
    LpSolution solution = new LpSolution();
    solution.reset(problem);
    solution.setShare(0, 1, 1);
    solution.setShare(1, 0, 1);
    solution.complete(problem);

    RatePlan plan = shortening.plan(problem, solution);

    assertThat(plan.rates().path()).containsExactly(0, 0);
    assertThat(plan.rates().bytesPerSecond()[0]).isCloseTo(125e6, within(1.0));
    assertThat(plan.lambda()).isEqualTo(solution.lambda());
    assertThat(plan.loads().link()).hasSize(2);
  }

  @Property(tries = 120, edgeCases = EdgeCasesMode.NONE)
  void everyBundleKeepsItsRateNoLinkIsOverfullAndNothingGetsLonger(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 15) int bundles, @ForAll long seed) {
    LpProblem problem = Programs.program(Programs.wan(sites, seed), bundles, seed);
    for (LpSolution solution : new LpSolution[] {new PathSimplex().solve(problem), anySplit(problem, seed)}) {
      RatePlan before = RatePlan.of(problem, solution);
      RatePlan after = shortening.plan(problem, solution);

      double[] rate = rateByBundle(problem, before);
      double[] kept = rateByBundle(problem, after);
      for (int k = 0; k < rate.length; k++) {
        assertThat(kept[k]).isCloseTo(rate[k], within(1e-9 * rate[k]));
      }
      double[] load = load(problem, after);
      for (int link = 0; link < load.length; link++) {
        assertThat(load[link]).isLessThanOrEqualTo(problem.capacity()[link]);
      }
      assertThat(work(load)).isLessThanOrEqualTo(work(load(problem, before)) * (1 + 1e-9));
      assertThat(after.lambda()).isEqualTo(solution.lambda());
    }
  }

  /**
   * Three passes move most of what can be moved, even if further passes would still move a little. No path of fewer hops has room for a
   * part of a rate that matters.
   */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void ofASingleBundleNothingStaysOnADetourWhileAShorterWayHasRoom(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll long seed) {
    LpProblem problem = Programs.program(Programs.wan(sites, seed), 1, seed);
    RatePlan plan = shortening.plan(problem, anySplit(problem, seed));
    double[] load = load(problem, plan);
    for (int i = 0; i < plan.rates().size(); i++) {
      int[] used = problem.paths(0).links(plan.rates().path()[i]);
      for (int[] other : problem.paths(0).all()) {
        assertThat(other.length < used.length && room(problem, load, other, used) > 1e-5 * plan.rates().bytesPerSecond()[i]).isFalse();
      }
    }
  }

  private static double room(LpProblem problem, double[] load, int[] path, int[] instead) {
    double room = Double.POSITIVE_INFINITY;
    for (int link : path) {
      boolean shared = Arrays.stream(instead).anyMatch(each -> each == link);
      room = shared ? room : Math.min(room, problem.capacity()[link] * (1 - 1e-9) - load[link]);
    }
    return room;
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void aPlanIsTheSolutionWithoutItsZeros(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 15) int bundles, @ForAll long seed) {
    LpProblem problem = Programs.program(Programs.wan(sites, seed), bundles, seed);
    LpSolution solution = anySplit(problem, seed);
    RatePlan plan = RatePlan.of(problem, solution);
    int next = 0;
    for (int k = 0; k < problem.size(); k++) {
      for (int path = 0; path < problem.paths(k).size(); path++) {
        if (solution.rate(k, path) > 0) {
          assertThat(new int[] {plan.rates().bundle()[next], plan.rates().path()[next]}).containsExactly(k, path);
          assertThat(plan.rates().bytesPerSecond()[next++]).isEqualTo(solution.rate(k, path));
        }
      }
    }
    assertThat(plan.rates().bytesPerSecond()).hasSize(next);
    assertThat(plan.isNone()).isFalse();
    double[] load = load(problem, plan);
    for (int i = 0; i < plan.loads().size(); i++) {
      assertThat(plan.loads().bytesPerSecond()[i]).isPositive().isCloseTo(load[plan.loads().link()[i]], within(1e-3));
      load[plan.loads().link()[i]] = 0;
    }
    assertThat(work(load)).as("every used link is there").isZero();
    assertThat(RatePlan.NONE.isNone()).isTrue();
  }
}
