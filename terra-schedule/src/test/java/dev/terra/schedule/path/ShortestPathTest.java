package dev.terra.schedule.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Programs;
import dev.terra.schedule.Wans;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Compares lightest paths with those of Bellman and Ford's algorithm, which does not depend on an order of the links. */
class ShortestPathTest {
  private static double[] bellmanFord(WanGraph graph, int source, double[] weight) {
    double[] distance = new double[graph.siteCount];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    distance[source] = 0;
    for (int round = 0; round < graph.siteCount; round++) {
      for (int link = 0; link < graph.linkCount; link++) {
        distance[graph.to[link]] = Math.min(distance[graph.to[link]], distance[graph.from[link]] + weight[link]);
      }
    }
    return distance;
  }

  private static double[] randomWeights(WanGraph graph, Random random) {
    double[] weight = new double[graph.linkCount];
    Arrays.setAll(weight, link -> random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(5) == 0 ? 0 : random.nextDouble());
    return weight;
  }

  @Property(tries = 80, edgeCases = EdgeCasesMode.NONE)
  void pathsAreAsLightAsCanBeAndNoneIsMissed(@ForAll @IntRange(min = 2, max = 25) int sites, @ForAll long seed) {
    WanGraph graph = new WanGraph(Programs.wan(sites, seed));
    ShortestPath shortest = new ShortestPath(graph);
    Random random = new Random(seed);
    for (int round = 0; round < 3; round++) {
      double[] weight = randomWeights(graph, random);
      int source = random.nextInt(sites);
      double[] distance = bellmanFord(graph, source, weight);
      for (int target = 0; target < sites; target++) {
        if (target != source) {
          check(graph, shortest.find(source, target, weight), source, target, weight, distance[target]);
          assertThat(Double.isInfinite(distance[target]) || Math.abs(shortest.lengthTo(target) - distance[target]) < 1e-9).isTrue();
        }
      }
    }
  }

  private static void check(WanGraph graph, int[] path, int source, int target, double[] weight, double distance) {
    if (path == null) {
      assertThat(distance).as("there is no path").isInfinite();
      return;
    }
    int at = source;
    double sum = 0;
    for (int link : path) {
      assertThat(graph.from[link]).as("each link begins where the one before it ends").isEqualTo(at);
      at = graph.to[link];
      sum += weight[link];
    }
    assertThat(at).isEqualTo(target);
    assertThat(sum).isCloseTo(distance, within(1e-9));
  }

  /** A hop weighs 1, plus half of its latency in units of the mean latency. */
  @Test
  void weightsCountHopsAndDistance() {
    Wan wan = Wans.load("triangle");
    WanGraph graph = new WanGraph(wan);
    double mean = (10 + 5 + 5) / 3.0;
    for (Link link : wan.links()) {
      assertThat(graph.weight[wan.indexOf(link.id())]).isCloseTo(1 + 0.5 * link.latency().toMillis() / mean, within(1e-12));
      assertThat(graph.capacity[wan.indexOf(link.id())]).isEqualTo(link.capacity().bytesPerSecond());
    }
    assertThat(Arrays.stream(graph.outgoing).mapToInt(links -> links.length).sum()).isEqualTo(graph.linkCount).isEqualTo(6);
    WanGraph instant = new WanGraph(wan.mapLinks(
        link -> new Link(link.id(), link.capacity(), Duration.ZERO, link.egressUsdPerGigabyte())));
    assertThat(instant.weight).containsOnly(1.0);
  }
}
