package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Searches for an order of groups and a length of detours that are better than the usual ones. Choices for the first few groups are played
 * to the end with the plans and the backfill of the real policy, as if nothing else arrived. These are orders by size and, starting from
 * the best choice so far, all choices that differ in the place of one group or in the detours, until none is better or the work is used up.
 * A choice is rated by the weighted sum of completion times; the usual choice wins ties.
 */
final class RolloutSearch {
  /** The most groups at the head of the queue that are searched. Orders of later groups gain little, and their plays are longer. */
  private static final int MOST_GROUPS = 8;
  /**
   * The most work of one search, in the unit of {@link Playout#work}; it takes a short time compared with the time for which an order is
   * valid.
   */
  private static final double MOST_WORK = 200_000;
  /** The fewest plays for which a search is worth beginning. */
  private static final int FEWEST_PLAYS = 8;
  /** A choice has to be better by more than this, relative, to replace another. */
  private static final double CLEARLY = 1e-6;

  private final Playout playout;
  private final double mostWork;

  RolloutSearch(Planner planner) {
    this(planner, MOST_WORK);
  }

  /**
   * Makes a search that ends when its work is used up, in the unit of {@link Playout#work}. If the work is infinite, it ends where no
   * choice is better.
   */
  RolloutSearch(Planner planner, double mostWork) {
    this.playout = new Playout(planner);
    this.mostWork = mostWork;
  }

  /** Returns the best choice found, if it is better than the usual one. It uses the network's residual. */
  Optional<OrderChoice> search(List<ActiveShuffle> shuffles, DetourLimit usual) {
    List<ShuffleGroup> head = head(shuffles);
    return head.size() > 1 ? search(new OrderChoice(head, usual)) : Optional.empty();
  }

  /** Returns the first few groups of the highest priority, as many as can be played often enough; none if any shuffle has a deadline. */
  private List<ShuffleGroup> head(List<ActiveShuffle> shuffles) {
    List<ShuffleGroup> head = new ArrayList<>();
    if (shuffles.stream().anyMatch(shuffle -> shuffle.demand().terms().deadlineSeconds().isPresent())) {
      return head;
    }
    double each = 0;
    int count = 0;
    for (ShuffleGroup group : ShuffleGroup.shortestFirst(shuffles.stream().filter(shuffle -> shuffle.bundles().size() > 0).toList())) {
      each += group.shuffles().stream().mapToDouble(shuffle -> Playout.work(shuffle.bundles())).sum();
      count += group.shuffles().size();
      boolean affordable = each * (count + 1) / 2 * FEWEST_PLAYS <= mostWork;
      if (head.size() == MOST_GROUPS || !affordable || (!head.isEmpty() && group.priority() != head.get(0).priority())) {
        break;
      }
      head.add(group);
    }
    return head;
  }

  private Optional<OrderChoice> search(OrderChoice usual) {
    playout.begin();
    double best = playout.cost(usual, Double.POSITIVE_INFINITY) * (1 - CLEARLY);
    if (best <= usual.order().stream().mapToDouble(group -> group.leastSeconds() * group.weight()).sum()) {
      return Optional.empty(); // nothing waits
    }
    Optional<OrderChoice> chosen = Optional.empty();
    List<OrderChoice> next = usual.bySize();
    next.addAll(usual.neighbours());
    while (!next.isEmpty()) {
      Optional<OrderChoice> better = Optional.empty();
      for (OrderChoice choice : next) {
        double cost = playout.work() > mostWork ? Double.POSITIVE_INFINITY : playout.cost(choice, best);
        if (cost < best) {
          best = cost * (1 - CLEARLY);
          better = Optional.of(choice);
        }
      }
      chosen = better.isPresent() ? better : chosen;
      next = better.map(OrderChoice::neighbours).orElse(List.of());
    }
    return chosen;
  }
}
