package dev.terra.schedule.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.topology.RandomTopology;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests of searches with a lower bound of the remaining weight: they find the same paths as searches without it, with less work. */
class GuidedSearchTest {
  private static double weightOf(int[] links, double[] weight) {
    return Arrays.stream(links).mapToDouble(link -> weight[link]).sum();
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void pathsAreAsLightWhateverWasRaised(@ForAll @IntRange(min = 2, max = 60) int sites, @ForAll long seed) {
    WanGraph graph = new WanGraph(RandomTopology.generate(sites, sites - 1 + Math.min(sites / 3, (sites - 1) * (sites - 2) / 2), seed));
    ShortestPath search = new ShortestPath(graph);
    RemainingWeight remaining = new RemainingWeight(graph, graph.weight);
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      double[] weight = graph.weight.clone();
      Arrays.setAll(weight, link -> random.nextInt(3) == 0 ? weight[link] * (1 + 100 * random.nextDouble()) : weight[link]);
      weight[random.nextInt(weight.length)] = Double.POSITIVE_INFINITY;
      int from = random.nextInt(sites);
      int to = (from + 1 + random.nextInt(sites - 1)) % sites;
      int[] plain = search.find(from, to, weight);
      int[] guided = search.find(from, to, weight, remaining.to(to));
      assertThat(guided == null).isEqualTo(plain == null);
      if (plain != null) {
        assertThat(weightOf(guided, weight)).isCloseTo(weightOf(plain, weight), within(1e-9 * weightOf(plain, weight)));
      }
    }
  }

  @Test
  void whereNoPathLeadsNothingIsLookedAt() {
    Wan wan = RandomTopology.generate(30, 40, 1);
    Wan cut = wan.keepLinks(link -> !link.id().to().equals(wan.sites().get(0).id()));
    WanGraph graph = new WanGraph(cut);
    ShortestPath search = new ShortestPath(graph);
    RemainingWeight remaining = new RemainingWeight(graph, graph.weight);

    assertThat(remaining.to(0)[7]).isInfinite();
    assertThat(search.find(7, 0, graph.weight, remaining.to(0))).isNull();
    assertThat(search.settledSites()).isLessThanOrEqualTo(1);
  }

  /** The work for ten paths of a pair must not grow with the whole WAN: of 600 sites, most are far from all ten paths. */
  @Test
  void searchesInLargeWansLookAtFewSites() {
    int sites = 600;
    PathSets sets = new PathSets(RandomTopology.generate(sites, 720, 3), PathRules.defaults());
    Random random = new Random(5);
    int pairs = 60;
    long paths = 0;
    for (int i = 0; i < pairs; i++) {
      int from = random.nextInt(sites);
      paths += sets.between(from, (from + 1 + random.nextInt(sites - 1)) % sites).size();
    }
    assertThat(paths).isGreaterThan(pairs);
    long searches = (long) pairs * PathRules.DEFAULT_PATHS;
    long backwards = (long) pairs * sites;
    assertThat(sets.settledSites() - backwards).as("half of a search without guidance, for as many searches as paths are wanted")
        .isLessThan(searches * sites / 2);
  }
}
