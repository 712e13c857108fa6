package dev.terra.schedule.path;

import dev.terra.core.wan.Wan;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Finds the two sites of a WAN that are farthest apart, among the sites that reach each other. */
public final class FarthestSites {
  private static final double NANOS = 1e9;

  private FarthestSites() {}

  /**
   * Returns the round-trip time between the two farthest sites over the paths with the least latency, seconds; 0 where no latency is known.
   */
  public static double roundTripSeconds(Wan wan) {
    ShortestPath paths = new ShortestPath(new WanGraph(wan));
    double[] seconds = wan.links().stream().mapToDouble(link -> link.latency().toNanos() / NANOS).toArray();
    return 2 * IntStream.range(0, wan.sites().size()).mapToDouble(site -> Arrays.stream(paths.weightsFrom(site, seconds))
        .filter(Double::isFinite).max().orElse(0)).max().orElse(0);
  }
}
