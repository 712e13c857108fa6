package dev.terra.schedule.policy.round;

import java.util.Comparator;
import java.util.List;

/** Orders in which shuffles are served. Ties end with the arrival and the id, so that an order is always total. */
public final class ServiceOrder {
  /** Who came first. */
  public static final Comparator<ActiveShuffle> BY_ARRIVAL = finish(Comparator.comparingInt(shuffle -> 0));

  private static final Comparator<ActiveShuffle> SHORTEST_FIRST = finish(Comparator
      .<ActiveShuffle>comparingInt(shuffle -> -shuffle.demand().terms().priority())
      .thenComparingDouble(shuffle -> (float) (shuffle.gammaSeconds() / shuffle.demand().terms().weight())));

  private ServiceOrder() {}

  /**
   * Priority first, then the shortest Gamma per weight. Gamma counts with the precision of a float (6e-8 relative), within which
   * solvers and caches may differ.
   */
  public static List<ActiveShuffle> shortestFirst(List<ActiveShuffle> shuffles) {
    return shuffles.stream().sorted(SHORTEST_FIRST).toList();
  }

  /** An order with its ties broken. */
  public static Comparator<ActiveShuffle> finish(Comparator<ActiveShuffle> order) {
    return order
        .thenComparingDouble(shuffle -> shuffle.demand().arrivalSeconds())
        .thenComparing(shuffle -> shuffle.demand().id());
  }
}
