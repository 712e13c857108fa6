package dev.terra.schedule.policy;

import java.util.Comparator;

/** Orders in which shuffles are served. Ties end with the arrival and the id, so that an order is always total. */
final class Order {
  /**
   * Priority first, then the shortest Gamma per weight. Gamma counts with the precision of a float (6e-8 relative), within which
   * solvers and caches may differ.
   */
  static final Comparator<ShuffleState> SHORTEST_FIRST = finish(Comparator
      .<ShuffleState>comparingInt(shuffle -> -shuffle.demand().priority())
      .thenComparingDouble(shuffle -> (float) (shuffle.gammaSeconds() / shuffle.demand().weight())));

  private Order() {}

  /** An order with its ties broken. */
  static Comparator<ShuffleState> finish(Comparator<ShuffleState> order) {
    return order
        .thenComparingDouble(shuffle -> shuffle.demand().arrivalSeconds())
        .thenComparing(shuffle -> shuffle.demand().id());
  }
}
