package dev.terra.schedule.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Programs;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the certificate against values found by hand: A to B over A-B and A-C-B, with links of 125e6 bytes/s. */
class LpSolutionTest {
  private static final double LINK = 125e6;

  private final Wan wan = Wans.evenTriangle();
  private final PathSets paths = new PathSets(wan, PathRules.defaults());
  private final LpProblem problem = new LpProblem();
  private final LpSolution solution = new LpSolution();

  private int link(String from, String to) {
    return wan.indexOf(LinkId.of(from, to));
  }

  private void begin(double[] capacity, double... bytesFromAToB) {
    problem.reset(capacity);
    for (double bytes : bytesFromAToB) {
      problem.add(paths.between(0, 1), bytes);
    }
    solution.reset(problem);
  }

  @Test
  void sharesOfAnyUnitBecomeRatesThatFillTheNarrowestLink() {
    begin(wan.capacities(), 1e9);
    solution.setShare(0, 0, 3);
    solution.setShare(0, 1, 1);
    solution.complete(problem);

    assertThat(solution.rate(0, 0)).isCloseTo(LINK, within(1.0));
    assertThat(solution.rate(0, 1)).isCloseTo(LINK / 3, within(1.0));
    assertThat(solution.lambda()).isCloseTo(LINK * 4 / 3 / 1e9, within(1e-9));
    assertThat(solution.load(link("A", "B"))).isEqualTo(solution.rate(0, 0)).isLessThanOrEqualTo(LINK);
    assertThat(solution.load(link("C", "B"))).isEqualTo(solution.rate(0, 1));
    assertThat(solution.load(link("B", "A"))).isZero();
  }

  @Test
  void pricesProveABoundWhateverTheSplit() {
    begin(wan.capacities(), 1e9);
    solution.setShare(0, 0, 1);
    solution.setPrice(link("A", "B"), 7);
    solution.setPrice(link("A", "C"), 7);
    solution.complete(problem);

    assertThat(solution.bound()).as("both ways together").isCloseTo(2 * LINK / 1e9, within(1e-12));
    assertThat(solution.gap()).isCloseTo(1, within(1e-9));
    assertThat(solution.isCertified()).isFalse();
    assertThat(solution.cheapestPrice(0)).isEqualTo(7);
    assertThat(solution.price(link("A", "B"))).isEqualTo(7);
    assertThat(solution.prices()).hasSize(wan.links().size());
  }

  @Test
  void theOptimumClosesItsCertificate() {
    begin(wan.capacities(), 1e9, 3e9);
    for (int bundle = 0; bundle < 2; bundle++) {
      solution.setShare(bundle, 0, 1);
      solution.setShare(bundle, 1, 1);
    }
    solution.setPrice(link("A", "B"), 1);
    solution.setPrice(link("C", "B"), 1);
    solution.complete(problem);

    assertThat(solution.lambda()).isCloseTo(2 * LINK / 4e9, within(1e-9));
    assertThat(solution.gap()).isLessThan(1e-11);
    assertThat(solution.isCertified()).isTrue();
    assertThat(solution.rate(1, 0)).isCloseTo(3 * solution.rate(0, 0), within(1e-3));
  }

  @Test
  void withoutPricesNothingIsProved() {
    begin(wan.capacities(), 1e9);
    solution.setShare(0, 0, 1);
    solution.complete(problem);

    assertThat(solution.bound()).isInfinite();
    assertThat(solution.gap()).isInfinite();
    assertThat(solution.cheapestPrice(0)).isZero();
  }

  @Test
  void aNegativePriceCountsAsNoneAndSoDoesANegativeShare() {
    begin(wan.capacities(), 1e9);
    solution.setPrice(link("A", "B"), -3);
    solution.setShare(0, 0, 1);
    solution.setShare(0, 1, -1);
    solution.complete(problem);

    assertThat(solution.price(link("A", "B"))).isZero();
    assertThat(solution.rate(0, 1)).isZero();
    assertThat(solution.load(link("A", "C"))).isZero();
    assertThat(solution.lambda()).isCloseTo(LINK / 1e9, within(1e-9));
  }

  @Test
  void aBundleWithoutSharesIsNoAnswerButTheBoundHolds() {
    begin(wan.capacities(), 1e9, 1e9);
    solution.setShare(0, 0, 1);
    solution.setPrice(link("A", "B"), 1);
    solution.setPrice(link("A", "C"), 1);
    solution.complete(problem);

    assertThat(solution.lambda()).isZero();
    assertThat(solution.rate(0, 0)).isZero();
    assertThat(solution.load(link("A", "B"))).isZero();
    assertThat(solution.bound()).isCloseTo(2 * LINK / 2e9, within(1e-12));
    assertThat(solution.gap()).isInfinite();
  }

  @Test
  void aClosedLinkIsOnNoCheapestPathAndABlockedShuffleHasNoGap() {
    double[] capacity = wan.capacities();
    capacity[link("A", "B")] = 0;
    begin(capacity, 1e9);
    solution.setShare(0, 1, 1);
    solution.setPrice(link("A", "C"), 2);
    solution.complete(problem);
    assertThat(solution.cheapestPrice(0)).isEqualTo(2);
    assertThat(solution.isCertified()).isTrue();

    capacity[link("C", "B")] = 0;
    begin(capacity, 1e9);
    solution.complete(problem);
    assertThat(problem.isBlocked()).isTrue();
    assertThat(solution.bound()).isZero();
    assertThat(solution.gap()).isZero();
  }

  @Test
  void aNewProblemStartsClean() {
    begin(wan.capacities(), 1e9);
    solution.setShare(0, 0, 1);
    solution.setPrice(link("A", "B"), 1);
    solution.complete(problem);
    begin(wan.capacities(), 1e9);

    assertThat(solution.lambda()).isZero();
    assertThat(solution.bound()).isZero();
    assertThat(solution.rate(0, 0)).isZero();
    assertThat(solution.load(link("A", "B"))).isZero();
    assertThat(solution.price(link("A", "B"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aDemandIsAboveZeroAndFinite(double bytes) {
    problem.reset(wan.capacities());
    assertThatThrownBy(() -> problem.add(paths.between(0, 1), bytes)).hasMessageContaining("demand must be above 0 and finite");
  }

  @Test
  void aProblemGrowsBeyondItsFirstRoomAndIsEmptiedByAReset() {
    problem.reset(wan.capacities());
    for (int bundle = 1; bundle <= 200; bundle++) {
      problem.add(paths.between(0, 1 + bundle % 2), bundle);
    }
    assertThat(problem.size()).isEqualTo(200);
    assertThat(problem.demand(150)).isEqualTo(151);
    assertThat(problem.paths(150)).isSameAs(paths.between(0, 2));
    assertThat(problem.isBlocked()).isFalse();
    assertThat(new PathSimplex().solve(problem).isCertified()).isTrue();

    problem.reset(wan.capacities());
    assertThat(problem.size()).isZero();
    assertThat(problem.isBlocked()).as("without bundles nothing is sent").isTrue();
    assertThat(new PathSimplex().solve(problem).lambda()).isZero();
  }

  /** With any split and any prices, the rates fit, and lambda does not exceed the bound. */
  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void anySplitIsFeasibleAndAnyPricesBoundIt(
      @ForAll @IntRange(min = 3, max = 8) int sites, @ForAll @IntRange(min = 1, max = 10) int bundles, @ForAll long seed) {
    LpProblem random = Programs.program(Programs.wan(sites, seed), bundles, seed);
    Random values = new Random(seed);
    LpSolution any = new LpSolution();
    any.reset(random);
    for (int k = 0; k < random.size(); k++) {
      for (int path = 0; path < random.paths(k).size(); path++) {
        any.setShare(k, path, values.nextDouble());
      }
    }
    for (int each = 0; each < random.capacity().length; each++) {
      any.setPrice(each, values.nextDouble());
    }
    any.complete(random);

    assertThat(any.lambda()).isPositive().isLessThanOrEqualTo(any.bound());
    assertThat(new PathSimplex().solve(random).lambda()).isBetween(any.lambda() * (1 - 1e-9), any.bound() * (1 + 1e-9));
    double[] load = new double[random.capacity().length];
    for (int k = 0; k < random.size(); k++) {
      double sum = 0;
      for (int path = 0; path < random.paths(k).size(); path++) {
        sum += any.rate(k, path);
        for (int each : random.paths(k).links(path)) {
          load[each] += any.rate(k, path);
        }
      }
      assertThat(sum).isCloseTo(any.lambda() * random.demand(k), within(1e-9 * sum));
    }
    for (int each = 0; each < load.length; each++) {
      assertThat(load[each]).isLessThanOrEqualTo(random.capacity()[each]).isCloseTo(any.load(each), within(1e-3));
    }
  }
}
