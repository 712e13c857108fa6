package dev.terra.schedule.policy;

import dev.terra.core.shuffle.ShuffleId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Looks for an order that beats shortest-first. When a shuffle arrives and only few are active, several orders are played to
 * the end with the plans and the backfill of the real policy, as if nothing else arrived, and the one of the least weighted
 * sum of completion times is kept until the next arrival; shortest-first wins ties. With many active shuffles the order is
 * shortest-first: there the gain is small and the work is not.
 */
final class Rollouts {
  /** Playing one order solves up to n * n / 2 programmes. */
  private static final int MAX_SHUFFLES = 6;
  /** Of all active shuffles together; bounds the size of these programmes. */
  private static final int MAX_BUNDLES = 200;
  /** An order has to be better by more than this, relative, to replace shortest-first. */
  private static final double CLEARLY = 1e-6;

  private final Playout playout;
  private Set<ShuffleId> known = new HashSet<>();
  private Map<ShuffleId, Integer> rank = new HashMap<>();

  Rollouts(Programmes programmes) {
    this.playout = new Playout(programmes);
  }

  /** Looks for an order where a shuffle is new. Uses the network's residual, so it comes first in a round. */
  void consider(List<ShuffleState> shuffles) {
    if (shuffles.stream().anyMatch(shuffle -> !known.contains(shuffle.demand().id()))) {
      known = new HashSet<>();
      shuffles.forEach(shuffle -> known.add(shuffle.demand().id()));
      rank = isSmall(shuffles) ? choose(shuffles.stream().sorted(Order.SHORTEST_FIRST).toList()) : Map.of();
    }
  }

  /** The given shuffles, which are in their usual order, in a better one if one was found. */
  List<ShuffleState> improve(List<ShuffleState> usual) {
    if (rank.isEmpty()) {
      return usual;
    }
    List<ShuffleState> order = new ArrayList<>(usual);
    order.sort(Comparator.comparingInt(shuffle -> rank.getOrDefault(shuffle.demand().id(), Integer.MAX_VALUE)));
    return order;
  }

  private static boolean isSmall(List<ShuffleState> shuffles) {
    return shuffles.size() > 1 && shuffles.size() <= MAX_SHUFFLES
        && shuffles.stream().mapToInt(ShuffleState::size).sum() <= MAX_BUNDLES
        && shuffles.stream().allMatch(shuffle -> shuffle.demand().priority() == shuffles.get(0).demand().priority()
            && shuffle.demand().deadlineSeconds().isEmpty());
  }

  private Map<ShuffleId, Integer> choose(List<ShuffleState> usual) {
    double usualCost = playout.cost(usual, Double.POSITIVE_INFINITY);
    double best = usualCost * (1 - CLEARLY);
    List<ShuffleState> chosen = null;
    for (List<ShuffleState> candidate : candidates(usual)) {
      double cost = playout.cost(candidate, best);
      if (cost < best) {
        best = cost;
        chosen = candidate;
      }
    }
    Map<ShuffleId, Integer> ranks = new HashMap<>();
    for (int i = 0; chosen != null && i < chosen.size(); i++) {
      ranks.put(chosen.get(i).demand().id(), i);
    }
    return ranks;
  }

  /** By bytes, by the mean of bytes and Gamma, and the usual order with one pair of neighbours exchanged. */
  private static Set<List<ShuffleState>> candidates(List<ShuffleState> usual) {
    Set<List<ShuffleState>> candidates = new LinkedHashSet<>();
    candidates.add(sorted(usual, shuffle -> bytes(shuffle) / shuffle.demand().weight()));
    candidates.add(sorted(usual, shuffle -> Math.sqrt(bytes(shuffle) * shuffle.gammaSeconds()) / shuffle.demand().weight()));
    for (int i = 1; i < usual.size(); i++) {
      List<ShuffleState> exchanged = new ArrayList<>(usual);
      exchanged.set(i - 1, usual.get(i));
      exchanged.set(i, usual.get(i - 1));
      candidates.add(exchanged);
    }
    candidates.remove(usual);
    return candidates;
  }

  private static List<ShuffleState> sorted(List<ShuffleState> shuffles, ToDoubleFunction<ShuffleState> key) {
    Comparator<ShuffleState> byKey = Comparator.comparingDouble(shuffle -> (float) key.applyAsDouble(shuffle));
    return shuffles.stream().sorted(Order.finish(byKey)).toList();
  }

  private static double bytes(ShuffleState shuffle) {
    double sum = 0;
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      sum += shuffle.remaining(bundle);
    }
    return sum;
  }
}
