package dev.terra.schedule.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Shortest shuffle first over all paths; what the plans leave is filled in the same order. */
final class TerraPlusPolicy implements Policy {
  static final Comparator<ShuffleState> ORDER = Comparator
      .<ShuffleState>comparingInt(shuffle -> -shuffle.demand().priority())
      .thenComparingDouble(shuffle -> shuffle.gammaSeconds() / shuffle.demand().weight())
      .thenComparingDouble(shuffle -> shuffle.demand().arrivalSeconds())
      .thenComparing(shuffle -> shuffle.demand().id());

  private final Network network;
  private final Programmes programmes;
  private final Filling filling;
  private final double alpha;

  TerraPlusPolicy(Network network, Programmes programmes, double alpha) {
    this.network = network;
    this.programmes = programmes;
    this.filling = new Filling(network);
    this.alpha = alpha;
  }

  @Override
  public List<ShuffleState> allocate(List<ShuffleState> shuffles, double nowSeconds) {
    shuffles.forEach(programmes::computeGamma);
    List<ShuffleState> order = new ArrayList<>(shuffles);
    order.sort(ORDER);
    network.open(1 - alpha);
    order.forEach(programmes::plan);
    network.release(alpha);
    order.forEach(this::backfill);
    return order;
  }

  private void backfill(ShuffleState shuffle) {
    filling.reset();
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      filling.add(shuffle, bundle, shuffle.remaining(bundle));
    }
    filling.run();
  }
}
