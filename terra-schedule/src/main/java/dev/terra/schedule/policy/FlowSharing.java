package dev.terra.schedule.policy;

import dev.terra.schedule.path.PathSet;
import java.util.List;

/**
 * What transports do by themselves, without any order: flows get their max-min share of the links on their way.
 *
 * <ul>
 *   <li>{@code DEFAULT}: each flow is one TCP connection on the plain route.
 *   <li>{@code PARALLEL_TCP}: every bundle is carried by the same number of connections on the plain route.
 *   <li>{@code MPTCP}: each flow has a subflow on every path, of equal weight.
 * </ul>
 */
final class FlowSharing implements Policy {
  /** The three ways. */
  enum Kind { DEFAULT, PARALLEL_TCP, MPTCP }

  private final Network network;
  private final Filling filling;
  private final Kind kind;

  FlowSharing(Network network, Kind kind) {
    this.network = network;
    this.filling = new Filling(network);
    this.kind = kind;
  }

  @Override
  public List<ShuffleState> allocate(List<ShuffleState> shuffles, double nowSeconds) {
    network.open(1);
    filling.reset();
    for (ShuffleState shuffle : shuffles) {
      for (int bundle = 0; bundle < shuffle.size(); bundle++) {
        addFlows(shuffle, bundle);
      }
    }
    filling.run();
    return shuffles;
  }

  private void addFlows(ShuffleState shuffle, int bundle) {
    PathSet paths = shuffle.paths(bundle);
    double[] capacity = network.capacity();
    if (kind == Kind.MPTCP) {
      for (int path = paths.firstOpenPath(capacity, 0); path >= 0; path = paths.firstOpenPath(capacity, path + 1)) {
        filling.addFixed(shuffle, bundle, path, (double) shuffle.flows(bundle) / paths.size());
      }
    } else {
      int route = paths.firstOpenPath(capacity, 0);
      filling.addFixed(shuffle, bundle, route, kind == Kind.DEFAULT ? shuffle.flows(bundle) : 1);
    }
  }
}
