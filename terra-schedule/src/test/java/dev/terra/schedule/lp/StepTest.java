package dev.terra.schedule.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.schedule.Programs;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tests of single steps of the simplex: the path that enters is an improvement, and grows exactly as far as it can. */
class StepTest {
  private static final double ROUNDING = 1e-9;

  private final ScaledProblem scaled = new ScaledProblem();
  private final WorkingBasis basis = new WorkingBasis();
  private final Pricing pricing = new Pricing();
  private final RatioTest ratio = new RatioTest();

  private void start(int sites, int bundles, long seed) {
    scaled.take(Programs.program(Programs.wan(sites, seed), bundles, seed));
    basis.start(scaled);
    pricing.start(scaled.capacity.length);
  }

  private double price(int path) {
    return IntStream.range(scaled.pathStart[path], scaled.pathStart[path + 1]).mapToDouble(i -> pricing.price[scaled.links[i]]).sum();
  }

  private void auditPrices() {
    for (int link = 0; link < scaled.capacity.length; link++) {
      double expected = basis.position[link] < 0 ? 0 : basis.inverse[0][basis.position[link]];
      assertThat(pricing.price[link]).isEqualTo(expected);
    }
    double keys = IntStream.range(0, scaled.bundles).mapToDouble(k -> scaled.demand[k] * price(basis.key[k])).sum();
    assertThat(keys).as("all bundles' keys together cost 1").isCloseTo(1, within(1e-7));
  }

  private void auditChoice() {
    if (pricing.enteringPath >= 0) {
      assertThat(price(pricing.enteringPath)).isLessThan(price(basis.key[pricing.enteringBundle]));
      assertThat(pricing.enteringPath).isBetween(scaled.bundleStart[pricing.enteringBundle],
          scaled.bundleStart[pricing.enteringBundle + 1] - 1);
    } else {
      assertThat(pricing.price[basis.tight[pricing.enteringTight]]).isNegative();
    }
  }

  private void auditStep(double lambdaBefore) {
    double smallestRoom = Double.POSITIVE_INFINITY;
    for (int link = 0; link < scaled.capacity.length; link++) {
      double room = scaled.capacity[link] - basis.flow[link];
      assertThat(room).isGreaterThan(-ROUNDING * scaled.capacity[link]);
      if (ratio.stop == RatioTest.Stop.LINK && ratio.where == link) {
        smallestRoom = Math.abs(room) / scaled.capacity[link];
      }
    }
    for (int j = 0; j < basis.size; j++) {
      assertThat(basis.value[j]).isGreaterThan(-ROUNDING);
    }
    if (ratio.stop == RatioTest.Stop.LINK) {
      assertThat(smallestRoom).as("the link that stops the step is full").isLessThan(ROUNDING);
    } else if (ratio.stop == RatioTest.Stop.PATH) {
      assertThat(basis.value[ratio.where]).isCloseTo(0, within(ROUNDING));
    }
    assertThat(basis.value[0]).as("lambda never falls").isGreaterThanOrEqualTo(lambdaBefore * (1 - ROUNDING));
  }

  /** The test covers the steps in which links become full, with which every program begins. */
  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void whatEntersIsCheaperAndGrowsUntilSomethingStopsIt(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 20) int bundles, @ForAll long seed) {
    start(sites, bundles, seed);
    for (int steps = 0; steps < 50 && pricing.choose(basis); steps++) {
      auditPrices();
      auditChoice();
      double lambda = basis.value[0];
      ratio.run(basis, pricing);
      assertThat(ratio.stop).isNotEqualTo(RatioTest.Stop.NOTHING);
      assertThat(ratio.step).isGreaterThanOrEqualTo(0);
      ratio.advance(basis);
      auditStep(lambda);
      if (ratio.stop != RatioTest.Stop.LINK || pricing.enteringPath < 0) {
        return;
      }
      basis.grow(pricing.enteringBundle, pricing.enteringPath, ratio.step, ratio.where, ratio.direction);
    }
  }

  /** At the end, no path is cheaper than its bundle's key path, and lambda reaches the bound. */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void theBoundIsNeverBelowWhatIsReached(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 20) int bundles, @ForAll long seed) {
    start(sites, bundles, seed);
    boolean more = pricing.choose(basis);

    assertThat(pricing.bound(basis)).isGreaterThanOrEqualTo(basis.value[0] * (1 - ROUNDING));
    if (!more) {
      assertThat(pricing.bound(basis)).isCloseTo(basis.value[0], within(ROUNDING * basis.value[0]));
      for (int k = 0; k < scaled.bundles; k++) {
        for (int path = scaled.bundleStart[k]; path < scaled.bundleStart[k + 1]; path++) {
          assertThat(price(path)).isGreaterThanOrEqualTo(price(basis.key[k]) * (1 - ROUNDING));
        }
      }
    }
  }

  /** With few bundles, the path with the largest gain is chosen. */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void ofAllPathsTheOneThatGainsMostEnters(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 20) int bundles, @ForAll long seed) {
    start(sites, bundles, seed);
    if (pricing.choose(basis)) {
      double gain = scaled.demand[pricing.enteringBundle] * (price(basis.key[pricing.enteringBundle]) - price(pricing.enteringPath));
      for (int k = 0; k < scaled.bundles; k++) {
        for (int path = scaled.bundleStart[k]; path < scaled.bundleStart[k + 1]; path++) {
          assertThat(scaled.demand[k] * (price(basis.key[k]) - price(path))).isLessThanOrEqualTo(gain * (1 + 2 * ROUNDING) + ROUNDING);
        }
      }
    }
  }
}
