package dev.terra.schedule.policy.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Programs;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.path.PathSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares filling with a direct implementation of its definition: all items grow, and an item on a full link moves to its next path. */
class FillingTest {
  /** One item of the direct implementation. */
  private static final class Item {
    private final PathSet paths;
    private final double weight;
    private int path;
    private double rate;

    private Item(PathSet paths, double weight) {
      this.paths = paths;
      this.weight = weight;
    }
  }

  private static boolean isOpen(int[] links, double[] left) {
    return Arrays.stream(links).allMatch(link -> left[link] > 0);
  }

  /** Fills event by event. The link that is full first decides how far all items grow. */
  private static void fill(List<Item> items, double[] left, double[] capacity) {
    List<Item> open = new ArrayList<>(items);
    while (true) {
      open.forEach(item -> {
        while (item.path < item.paths.size() && !isOpen(item.paths.links(item.path), left)) {
          item.path++;
        }
      });
      open.removeIf(item -> item.path == item.paths.size());
      if (open.isEmpty()) {
        return;
      }
      double[] pressure = new double[left.length];
      open.forEach(item -> Arrays.stream(item.paths.links(item.path)).forEach(link -> pressure[link] += item.weight));
      double step = IntStream.range(0, left.length).filter(link -> pressure[link] > 0)
          .mapToDouble(link -> left[link] / pressure[link]).min().orElseThrow();
      open.forEach(item -> item.rate += item.weight * step);
      for (int link = 0; link < left.length; link++) {
        left[link] -= pressure[link] * step;
        left[link] = left[link] <= 1e-7 * capacity[link] ? 0 : left[link];
      }
    }
  }

  @Property(tries = 80, edgeCases = EdgeCasesMode.NONE)
  void itIsWhatItsDefinitionSays(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 8) int count, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    TestRound round = new TestRound(wan);
    RandomShuffles random = new RandomShuffles(wan, seed);
    ProgressiveFilling filling = new ProgressiveFilling(round.network());
    List<Item> items = new ArrayList<>();
    List<ActiveShuffle> shuffles = round.active(IntStream.range(0, count).mapToObj(i -> random.next(0)).toList());
    filling.reset();
    for (ActiveShuffle shuffle : shuffles) {
      for (int bundle = 0; bundle < shuffle.bundles().size(); bundle++) {
        double weight = Math.sqrt(shuffle.bundles().remaining(bundle));
        filling.add(shuffle.bundles(), bundle, weight);
        items.add(new Item(shuffle.bundles().paths(bundle), weight));
      }
    }
    double[] left = round.network().residual().clone();

    filling.run();
    fill(items, left, round.network().capacity());

    int at = 0;
    double scale = TestRound.largest(round.network().capacity());
    for (ActiveShuffle shuffle : shuffles) {
      for (int bundle = 0; bundle < shuffle.bundles().size(); bundle++) {
        assertThat(shuffle.bundles().rates().total(bundle)).isCloseTo(items.get(at++).rate, within(1e-6 * scale));
      }
    }
    for (int link = 0; link < left.length; link++) {
      assertThat(round.network().residual()[link]).isCloseTo(left[link], within(1e-6 * scale));
    }
  }

  /** A flow with a given path uses no other path, and does not stop growing while that path has room. */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void flowsOnAGivenPathStayOnItAndAreBoundedByAFullLink(
      @ForAll @IntRange(min = 3, max = 9) int sites, @ForAll @IntRange(min = 1, max = 6) int count, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    TestRound round = new TestRound(wan);
    RandomShuffles shuffles = new RandomShuffles(wan, seed);
    Random random = new Random(seed);
    ProgressiveFilling filling = new ProgressiveFilling(round.network());
    filling.reset();
    List<ActiveShuffle> active = round.active(IntStream.range(0, count).mapToObj(i -> shuffles.next(0)).toList());
    List<int[]> chosen = new ArrayList<>();
    for (ActiveShuffle shuffle : active) {
      int[] paths = new int[shuffle.bundles().size()];
      for (int bundle = 0; bundle < paths.length; bundle++) {
        paths[bundle] = random.nextInt(shuffle.bundles().paths(bundle).size());
        filling.addFixed(shuffle.bundles(), bundle, paths[bundle], 1 + random.nextInt(5));
      }
      chosen.add(paths);
    }
    filling.run();

    for (int i = 0; i < active.size(); i++) {
      for (int bundle = 0; bundle < active.get(i).bundles().size(); bundle++) {
        int[] links = active.get(i).bundles().paths(bundle).links(chosen.get(i)[bundle]);
        assertThat(active.get(i).bundles().rates().list(bundle)).singleElement()
            .matches(rate -> rate.path().links().size() == links.length && rate.plannedBytesPerSecond() == 0);
        assertThat(Arrays.stream(links).anyMatch(link -> round.network().residual()[link] == 0)).isTrue();
      }
    }
  }

  /** The least of all bundles' rates cannot be larger: it is what the program for equal shares yields. */
  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void maxMinFlowUsesUpEveryPathAndStarvesNobody(
      @ForAll @IntRange(min = 3, max = 8) int sites, @ForAll @IntRange(min = 1, max = 6) int count, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    TestRound round = new TestRound(wan);
    RandomShuffles random = new RandomShuffles(wan, seed);
    List<ActiveShuffle> active = round.active(IntStream.range(0, count).mapToObj(i -> random.next(0)).toList());
    LpProblem equal = new LpProblem();
    equal.reset(round.network().capacity().clone());
    active.stream().map(ActiveShuffle::bundles)
        .forEach(bundles -> IntStream.range(0, bundles.size()).forEach(bundle -> equal.add(bundles.paths(bundle), 1)));
    double share = new PathSimplex().solve(equal).lambda();

    new MaxMinFlow(round.network(), round.programs()).share(active);

    for (ActiveShuffle shuffle : active) {
      for (int bundle = 0; bundle < shuffle.bundles().size(); bundle++) {
        assertThat(shuffle.bundles().rates().total(bundle)).isGreaterThanOrEqualTo(share * (1 - 1e-6));
        assertThat(shuffle.bundles().paths(bundle).hasOpenPath(round.network().residual())).as("work is conserved").isFalse();
      }
    }
  }
}
