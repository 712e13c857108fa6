package dev.terra.schedule.policy;

import java.util.Comparator;
import java.util.List;

/** Orders in which shuffles are served. Ties end with the arrival and the id, so that an order is always total. */
final class Order {
  /** Who came first. */
  static final Comparator<ShuffleState> BY_ARRIVAL = finish(Comparator.comparingInt(shuffle -> 0));

  private static final Comparator<ShuffleState> SHORTEST_FIRST = finish(Comparator
      .<ShuffleState>comparingInt(shuffle -> -shuffle.demand().terms().priority())
      .thenComparingDouble(shuffle -> (float) (shuffle.gammaSeconds() / shuffle.demand().terms().weight())));

  private Order() {}

  /**
   * Priority first, then the shortest Gamma per weight. Gamma counts with the precision of a float (6e-8 relative), within which
   * solvers and caches may differ.
   */
  static List<ShuffleState> shortestFirst(List<ShuffleState> shuffles) {
    return shuffles.stream().sorted(SHORTEST_FIRST).toList();
  }

  /** An order with its ties broken. */
  static Comparator<ShuffleState> finish(Comparator<ShuffleState> order) {
    return order
        .thenComparingDouble(shuffle -> shuffle.demand().arrivalSeconds())
        .thenComparing(shuffle -> shuffle.demand().id());
  }
}
