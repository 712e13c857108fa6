package dev.terra.schedule.policy.round;

import java.util.Comparator;
import java.util.List;

/** Orders in which shuffles are served. Arrival and id break ties, so an order is always total. */
public final class ServiceOrder {
  /** The order of arrival. */
  public static final Comparator<ActiveShuffle> BY_ARRIVAL = finish(Comparator.comparingInt(shuffle -> 0));

  private static final Comparator<ActiveShuffle> SHORTEST_FIRST = finish(Comparator
      .<ActiveShuffle>comparingInt(shuffle -> -shuffle.demand().terms().priority())
      .thenComparingDouble(shuffle -> (float) (shuffle.gammaSeconds() / shuffle.demand().terms().weight())));

  private ServiceOrder() {}

  /**
   * Returns shuffles in the order of decreasing priority, then of increasing Gamma per weight. Gamma counts with the precision of a float
   * (6e-8 relative), within which solvers and caches may differ.
   */
  public static List<ActiveShuffle> shortestFirst(List<ActiveShuffle> shuffles) {
    return shuffles.stream().sorted(SHORTEST_FIRST).toList();
  }

  /** Returns an order whose ties are broken by arrival and id. */
  public static Comparator<ActiveShuffle> finish(Comparator<ActiveShuffle> order) {
    return order
        .thenComparingDouble(shuffle -> shuffle.demand().arrivalSeconds())
        .thenComparing(shuffle -> shuffle.demand().id());
  }
}
