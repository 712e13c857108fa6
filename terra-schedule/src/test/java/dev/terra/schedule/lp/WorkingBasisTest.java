package dev.terra.schedule.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.schedule.Programs;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Tests of the basis under random exchanges, whether they help or not: the values that it updates in small steps equal those that are
 * computed afresh from their definition.
 */
class WorkingBasisTest {
  private static final double ROUNDING = 1e-6;
  /** The least pivot of an exchange. Smaller pivots cause rounding errors that have nothing to do with the exchange. */
  private static final double LEAST_PIVOT = 0.05;

  private final WorkingBasis basis = new WorkingBasis();
  private ScaledProblem scaled = new ScaledProblem();
  private Random random = new Random(0);

  private void start(int sites, int bundles, long seed) {
    scaled = new ScaledProblem();
    assertThat(scaled.take(Programs.program(Programs.wan(sites, seed), bundles, seed))).isTrue();
    basis.start(scaled);
    random = new Random(seed);
  }

  private double entry(int link, int structural) {
    return structural == 0 ? keyLoad(link) : onOff(link, basis.path[structural], basis.key[basis.bundle[structural]]);
  }

  private double onOff(int link, int path, int key) {
    return (scaled.isOn(link, path) ? 1 : 0) - (scaled.isOn(link, key) ? 1 : 0);
  }

  private double keyLoad(int link) {
    return IntStream.range(0, scaled.bundles).filter(k -> scaled.isOn(link, basis.key[k])).mapToDouble(k -> scaled.demand[k]).sum();
  }

  /**
   * Returns the row of a link times a column of the inverse. While the link is tight, the product is 1 for its own place, and 0 for
   * others.
   */
  private double product(int link, int column) {
    return IntStream.range(0, basis.size).mapToDouble(j -> entry(link, j) * basis.inverse[j][column]).sum();
  }

  private void audit() {
    for (int i = 0; i < basis.size; i++) {
      assertThat(basis.position[basis.tight[i]]).isEqualTo(i);
      for (int column = 0; column < basis.size; column++) {
        assertThat(product(basis.tight[i], column)).isCloseTo(i == column ? 1 : 0, within(ROUNDING));
      }
    }
    assertThat(Arrays.stream(basis.position).filter(at -> at >= 0).count()).isEqualTo(basis.size);
    for (int link = 0; link < scaled.capacity.length; link++) {
      assertThat(basis.keyLoad[link]).isCloseTo(keyLoad(link), within(ROUNDING));
    }
  }

  private int anyPath(int bundle) {
    return scaled.bundleStart[bundle] + random.nextInt(scaled.bundleStart[bundle + 1] - scaled.bundleStart[bundle]);
  }

  private boolean isBasic(int path) {
    return IntStream.range(1, basis.size).anyMatch(j -> basis.path[j] == path)
        || IntStream.range(0, scaled.bundles).anyMatch(k -> basis.key[k] == path);
  }

  private void exchange() {
    int bundle = random.nextInt(scaled.bundles);
    int path = anyPath(bundle);
    switch (random.nextInt(6)) {
      case 0, 1 -> grow(bundle, path);
      case 2 -> replacePath(bundle, path);
      case 3 -> swapOrEnter(bundle, path);
      case 4 -> replaceTight();
      default -> shrink();
    }
  }

  private double[] direction(int bundle, int path) {
    double[] direction = new double[basis.inverse.length];
    basis.columnOf(bundle, path, direction);
    for (int j = 0; j < basis.size; j++) {
      int row = j;
      double expected = IntStream.range(0, basis.size)
          .mapToDouble(i -> basis.inverse[row][i] * onOff(basis.tight[i], path, basis.key[bundle])).sum();
      assertThat(direction[j]).isCloseTo(expected, within(ROUNDING));
    }
    return direction;
  }

  private void grow(int bundle, int path) {
    int link = random.nextInt(scaled.capacity.length);
    if (isBasic(path) || basis.position[link] >= 0) {
      return;
    }
    double[] direction = direction(bundle, path);
    double pivot = onOff(link, path, basis.key[bundle])
        - IntStream.range(0, basis.size).mapToDouble(j -> entry(link, j) * direction[j]).sum();
    if (Math.abs(pivot) > LEAST_PIVOT) {
      int before = basis.size;
      basis.grow(bundle, path, 0.5, link, direction);
      assertThat(basis.size).isEqualTo(before + 1);
      assertThat(basis.value[before]).isEqualTo(0.5);
    }
  }

  private void replacePath(int bundle, int path) {
    int j = random.nextInt(basis.size);
    double[] direction = direction(bundle, path);
    if (j > 0 && !isBasic(path) && Math.abs(direction[j]) > LEAST_PIVOT) {
      basis.replacePath(j, bundle, path, 0.25, direction);
      assertThat(new int[] {basis.bundle[j], basis.path[j]}).containsExactly(bundle, path);
    }
  }

  private void swapOrEnter(int bundle, int path) {
    int other = IntStream.range(1, basis.size).filter(j -> basis.bundle[j] == bundle).findFirst().orElse(-1);
    if (other > 0 && random.nextBoolean()) {
      double keyRate = basis.keyRate(bundle);
      double rate = basis.value[other];
      basis.swapWithKey(other);
      assertThat(basis.value[other]).isEqualTo(keyRate);
      assertThat(basis.keyRate(bundle)).as("the bundle sends the same on the same paths").isCloseTo(rate, within(ROUNDING));
    } else if (!isBasic(path)) {
      double[] direction = direction(bundle, path);
      double others = IntStream.range(1, basis.size).filter(j -> basis.bundle[j] == bundle).mapToDouble(j -> direction[j]).sum();
      if (Math.abs(1 + scaled.demand[bundle] * direction[0] - others) > LEAST_PIVOT) {
        basis.enterAsKey(bundle, path, direction);
        assertThat(basis.key[bundle]).isEqualTo(path);
      }
    }
  }

  private void replaceTight() {
    int at = random.nextInt(basis.size);
    int link = random.nextInt(scaled.capacity.length);
    if (basis.position[link] < 0 && Math.abs(product(link, at)) > LEAST_PIVOT) {
      int old = basis.tight[at];
      basis.replaceTight(at, link);
      assertThat(basis.position[old]).isEqualTo(-1);
    }
  }

  private void shrink() {
    int j = random.nextInt(basis.size);
    int at = random.nextInt(basis.size);
    if (j > 0 && Math.abs(basis.inverse[j][at]) > LEAST_PIVOT) {
      int before = basis.size;
      basis.shrink(j, at);
      assertThat(basis.size).isEqualTo(before - 1);
    }
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void theInverseStaysTheInverse(
      @ForAll @IntRange(min = 4, max = 9) int sites, @ForAll @IntRange(min = 1, max = 14) int bundles, @ForAll long seed) {
    start(sites, bundles, seed);
    audit();
    for (int i = 0; i < 25; i++) {
      exchange();
      audit();
    }
  }

  @Test
  void itGrowsBeyondItsFirstRoom() {
    start(30, 200, 1);
    for (int i = 0; i < 20_000 && basis.size <= 70; i++) {
      int bundle = random.nextInt(scaled.bundles);
      grow(bundle, anyPath(bundle));
    }
    assertThat(basis.size).isGreaterThan(70);
    audit();
  }

  @Test
  void twoLinksThatFillAlikeMakeNoInverse() {
    start(5, 6, 3);
    int bundle = 0;
    int path = scaled.bundleStart[1] - 1;
    double[] direction = new double[basis.inverse.length];
    int link = IntStream.range(0, scaled.capacity.length).filter(each -> basis.position[each] < 0).findFirst().orElseThrow();
    basis.grow(bundle, path, 0, link, direction);
    basis.path[1] = basis.key[bundle];

    assertThat(basis.refactor()).as("a path that is its own key has a column of zeros").isFalse();
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void whatIsComputedAfreshIsWhatWasKept(
      @ForAll @IntRange(min = 4, max = 9) int sites, @ForAll @IntRange(min = 1, max = 14) int bundles, @ForAll long seed) {
    start(sites, bundles, seed);
    for (int i = 0; i < 20; i++) {
      exchange();
    }
    double[][] kept = Arrays.stream(basis.inverse).map(double[]::clone).toArray(double[][]::new);
    Arrays.stream(basis.inverse).forEach(row -> Arrays.fill(row, Double.NaN));
    Arrays.fill(basis.keyLoad, Double.NaN);

    assertThat(basis.refactor()).isTrue();

    for (int j = 0; j < basis.size; j++) {
      for (int i = 0; i < basis.size; i++) {
        assertThat(basis.inverse[j][i]).isCloseTo(kept[j][i], within(ROUNDING * Math.max(1, Math.abs(kept[j][i]))));
      }
    }
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void valuesFillTheTightLinksAndFlowsAreWhatPathsCarry(
      @ForAll @IntRange(min = 4, max = 9) int sites, @ForAll @IntRange(min = 1, max = 14) int bundles, @ForAll long seed) {
    start(sites, bundles, seed);
    for (int i = 0; i < 20; i++) {
      exchange();
    }
    basis.recompute(scaled.capacity);

    double[] carried = new double[scaled.capacity.length];
    for (int k = 0; k < scaled.bundles; k++) {
      int bundle = k;
      double others = IntStream.range(1, basis.size).filter(j -> basis.bundle[j] == bundle).mapToDouble(j -> basis.value[j]).sum();
      assertThat(basis.keyRate(k)).isCloseTo(basis.value[0] * scaled.demand[k] - others, within(ROUNDING));
      basis.addAlong(carried, basis.key[k], basis.keyRate(k));
    }
    for (int j = 1; j < basis.size; j++) {
      basis.addAlong(carried, basis.path[j], basis.value[j]);
    }
    double scale = Arrays.stream(scaled.capacity).max().orElseThrow();
    for (int link = 0; link < carried.length; link++) {
      assertThat(basis.flow[link]).isCloseTo(carried[link], within(ROUNDING * scale));
      if (basis.position[link] >= 0) {
        assertThat(carried[link]).isCloseTo(scaled.capacity[link], within(ROUNDING * scale));
      }
    }
  }
}
