package dev.terra.schedule.policy.terra;

import dev.terra.core.wan.SiteId;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.policy.round.BundlesInRound;
import dev.terra.schedule.policy.round.ProgressiveFilling;
import dev.terra.schedule.policy.round.ResidualNetwork;
import java.util.Arrays;

/**
 * What a flow between two sites gets where all flows share the links of the WAN max-min fairly, each on the shortest route that is up.
 * All flows between two sites take one route, so they get as much as each other, and the work does not grow with the number of flows.
 */
final class FlowRates {
  private final ResidualNetwork network;
  private final ProgressiveFilling filling;
  private final int sites;
  private final double[] weight;
  private final double[] rate;

  /** Without flows. */
  FlowRates(ResidualNetwork network) {
    this.network = network;
    this.filling = new ProgressiveFilling(network);
    this.sites = network.paths().wan().sites().size();
    this.weight = new double[sites * sites];
    this.rate = new double[sites * sites];
  }

  /** The index of an ordered pair of sites. */
  int pair(SiteId from, SiteId to) {
    return network.paths().wan().indexOf(from) * sites + network.paths().wan().indexOf(to);
  }

  /** Starts without flows. */
  void clear() {
    Arrays.fill(weight, 0);
  }

  /** Adds flows between a pair, by their number times their weight. */
  void add(int pair, double flows) {
    weight[pair] += flows;
  }

  /** Shares the links. Uses the network's residual, so it comes before the plans of a round. */
  void share() {
    int[] pairs = new int[weight.length];
    int count = 0;
    for (int pair = 0; pair < weight.length; pair++) {
      rate[pair] = 0;
      if (weight[pair] > 0) {
        pairs[count++] = pair;
      }
    }
    PathSet[] paths = new PathSet[count];
    for (int i = 0; i < count; i++) {
      paths[i] = network.paths().between(pairs[i] / sites, pairs[i] % sites);
    }
    BundlesInRound bundles = new BundlesInRound(paths, new double[count]);
    network.open(1);
    filling.reset();
    bundles.rates().clear();
    for (int i = 0; i < count; i++) {
      int route = paths[i].firstOpenPath(network.capacity(), 0);
      if (route >= 0) {
        filling.addFixed(bundles, i, route, weight[pairs[i]]);
      }
    }
    filling.run();
    for (int i = 0; i < count; i++) {
      rate[pairs[i]] = bundles.rates().total(i) / weight[pairs[i]];
    }
  }

  /** What a flow of weight 1 between a pair gets, bytes/s; 0 if no route is up. */
  double of(int pair) {
    return rate[pair];
  }
}
