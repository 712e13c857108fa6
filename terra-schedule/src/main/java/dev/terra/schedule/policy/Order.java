package dev.terra.schedule.policy;

import java.util.Comparator;

/** Orders in which shuffles are served. Ties end with the arrival and the id, so that an order is always total. */
final class Order {
  private Order() {}

  /** An order with its ties broken. */
  static Comparator<ShuffleState> finish(Comparator<ShuffleState> order) {
    return order
        .thenComparingDouble(shuffle -> shuffle.demand().arrivalSeconds())
        .thenComparing(shuffle -> shuffle.demand().id());
  }
}
