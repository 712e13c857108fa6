package dev.terra.schedule.policy.baseline;

import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.Policy;
import dev.terra.schedule.policy.round.ProgressiveFilling;
import dev.terra.schedule.policy.round.ResidualNetwork;
import dev.terra.schedule.policy.round.RoundResult;
import java.util.List;

/**
 * A policy that models what transports do by themselves, without any order of shuffles: flows get their max-min share of the links on their
 * way.
 */
public final class FlowSharing implements Policy {
  /** How the flows of a bundle are assigned to its paths. */
  private interface Transport {
    void addFlows(ActiveShuffle shuffle, int bundle, double[] capacity, ProgressiveFilling filling);
  }

  private final ResidualNetwork network;
  private final ProgressiveFilling filling;
  private final Transport transport;

  private FlowSharing(ResidualNetwork network, Transport transport) {
    this.network = network;
    this.filling = new ProgressiveFilling(network);
    this.transport = transport;
  }

  /** Returns a policy in which each flow is one TCP connection on the plain route. */
  public static FlowSharing tcp(ResidualNetwork network) {
    return new FlowSharing(network, (shuffle, bundle, capacity, filling) -> filling.addFixed(
        shuffle.bundles(), bundle, route(shuffle, bundle, capacity), shuffle.demand(bundle).flows()));
  }

  /** Returns a policy in which every bundle has the same number of connections on the plain route. */
  public static FlowSharing parallelTcp(ResidualNetwork network) {
    return new FlowSharing(network, (shuffle, bundle, capacity, filling) -> filling.addFixed(
        shuffle.bundles(), bundle, route(shuffle, bundle, capacity), 1));
  }

  /** Returns a policy in which each flow has a subflow on every path, all of equal weight. */
  public static FlowSharing mptcp(ResidualNetwork network) {
    return new FlowSharing(network, FlowSharing::addSubflows);
  }

  private static int route(ActiveShuffle shuffle, int bundle, double[] capacity) {
    return shuffle.bundles().paths(bundle).firstOpenPath(capacity, 0);
  }

  private static void addSubflows(ActiveShuffle shuffle, int bundle, double[] capacity, ProgressiveFilling filling) {
    PathSet paths = shuffle.bundles().paths(bundle);
    double weight = (double) shuffle.demand(bundle).flows() / paths.size();
    for (int path = paths.firstOpenPath(capacity, 0); path >= 0; path = paths.firstOpenPath(capacity, path + 1)) {
      filling.addFixed(shuffle.bundles(), bundle, path, weight);
    }
  }

  @Override
  public RoundResult allocate(List<ActiveShuffle> shuffles, double nowSeconds) {
    network.open(1);
    filling.reset();
    for (ActiveShuffle shuffle : shuffles) {
      for (int bundle = 0; bundle < shuffle.bundles().size(); bundle++) {
        transport.addFlows(shuffle, bundle, network.capacity(), filling);
      }
    }
    filling.run();
    return RoundResult.of(shuffles);
  }
}
