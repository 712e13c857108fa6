package dev.terra.schedule.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.schedule.Programs;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tests that a problem in the simplex's own units is the same problem. */
class ScaledProblemTest {
  private final ScaledProblem scaled = new ScaledProblem();

  private static LpProblem withClosedLinks(LpProblem problem, long seed) {
    Random random = new Random(seed);
    double[] capacity = problem.capacity().clone();
    for (int link = 0; link < capacity.length; link++) {
      capacity[link] = random.nextInt(6) == 0 ? 0 : capacity[link];
    }
    LpProblem other = new LpProblem();
    other.reset(capacity);
    for (int k = 0; k < problem.size(); k++) {
      other.add(problem.paths(k), problem.demand(k));
    }
    return other;
  }

  private static boolean isOpen(LpProblem problem, int[] path) {
    return Arrays.stream(path).allMatch(link -> problem.capacity()[link] > 0);
  }

  @Property(tries = 80, edgeCases = EdgeCasesMode.NONE)
  void itHasTheOpenPathsOfEveryBundleInTheirOrder(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 80) int bundles, @ForAll long seed) {
    LpProblem problem = withClosedLinks(Programs.program(Programs.wan(sites, seed), bundles, seed), seed);

    boolean solvable = scaled.take(problem);

    assertThat(solvable).isEqualTo(!problem.isBlocked());
    for (int k = 0; solvable && k < problem.size(); k++) {
      int at = scaled.bundleStart[k];
      for (int path = 0; path < problem.paths(k).size(); path++) {
        int[] links = problem.paths(k).links(path);
        if (isOpen(problem, links)) {
          assertThat(Arrays.copyOfRange(scaled.links, scaled.pathStart[at], scaled.pathStart[at + 1])).containsExactly(links);
          assertThat(scaled.originalPath[at]).isEqualTo(path);
          at++;
        }
      }
      assertThat(scaled.bundleStart[k + 1]).isEqualTo(at);
      assertThat(scaled.startPath[k]).isBetween(scaled.bundleStart[k], at - 1);
    }
  }

  /** In the scaled units, the largest demand is 1, and at the start the narrowest link is just full. */
  @Property(tries = 80, edgeCases = EdgeCasesMode.NONE)
  void itsStartHasLambdaOne(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 20) int bundles, @ForAll long seed) {
    LpProblem problem = Programs.program(Programs.wan(sites, seed), bundles, seed);
    scaled.take(problem);
    double[] load = new double[scaled.capacity.length];
    double largest = 0;
    for (int k = 0; k < scaled.bundles; k++) {
      largest = Math.max(largest, scaled.demand[k]);
      assertThat(scaled.demand[k] / scaled.demand[0]).isCloseTo(problem.demand(k) / problem.demand(0), within(1e-9));
      for (int i = scaled.pathStart[scaled.startPath[k]]; i < scaled.pathStart[scaled.startPath[k] + 1]; i++) {
        load[scaled.links[i]] += scaled.demand[k];
      }
    }
    double fullest = 0;
    for (int link = 0; link < load.length; link++) {
      fullest = Math.max(fullest, load[link] / scaled.trueCapacity[link]);
      assertThat(scaled.capacity[link] / scaled.trueCapacity[link]).isBetween(1.0, 1 + 2e-9);
      assertThat(scaled.trueCapacity[link] / scaled.trueCapacity[0])
          .isCloseTo(problem.capacity()[link] / problem.capacity()[0], within(1e-9));
    }
    assertThat(largest).isEqualTo(1);
    assertThat(fullest).isCloseTo(1, within(1e-9));
    assertThat(Arrays.stream(scaled.capacity).distinct().count()).as("no two links fill at once").isEqualTo(scaled.capacity.length);
  }

  /** All links are empty for the first bundle. It starts on the path with the widest bottleneck, with a small penalty for each hop. */
  @Property(tries = 80, edgeCases = EdgeCasesMode.NONE)
  void theFirstBundleStartsOnItsWidestWay(@ForAll @IntRange(min = 3, max = 9) int sites, @ForAll long seed) {
    LpProblem problem = Programs.program(Programs.wan(sites, seed), 1, seed);
    scaled.take(problem);
    double[] seconds = Arrays.stream(problem.paths(0).all()).mapToDouble(path -> (1 + 0.02 * path.length)
        / Arrays.stream(path).mapToDouble(link -> problem.capacity()[link]).min().orElseThrow()).toArray();

    assertThat(seconds[scaled.originalPath[scaled.startPath[0]]]).isEqualTo(Arrays.stream(seconds).min().orElseThrow());
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void aLinkIsOnAPathIfThePathHasIt(@ForAll @IntRange(min = 3, max = 9) int sites, @ForAll long seed) {
    LpProblem problem = Programs.program(Programs.wan(sites, seed), 6, seed);
    scaled.take(problem);
    for (int path = 0; path < scaled.bundleStart[scaled.bundles]; path++) {
      int[] links = Arrays.copyOfRange(scaled.links, scaled.pathStart[path], scaled.pathStart[path + 1]);
      for (int link = 0; link < scaled.capacity.length; link++) {
        int each = link;
        assertThat(scaled.isOn(link, path)).isEqualTo(Arrays.stream(links).anyMatch(other -> other == each));
      }
    }
  }
}
