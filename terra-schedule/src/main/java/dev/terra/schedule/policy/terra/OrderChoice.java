package dev.terra.schedule.policy.terra;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a search chooses: an order of groups, and how long paths may be.
 *
 * @param order the order of the groups at the head of the queue
 * @param detours the longest paths in the plans of all shuffles
 */
record OrderChoice(List<ShuffleGroup> order, DetourLimit detours) {
  /** Returns the orders by bytes, and by the geometric mean of bytes and Gamma, each per weight. */
  List<OrderChoice> bySize() {
    List<OrderChoice> choices = new ArrayList<>();
    choices.add(sorted(group -> group.bytes() / group.weight()));
    choices.add(sorted(group -> Math.sqrt(group.bytes() * group.gammaSeconds()) / group.weight()));
    return choices;
  }

  private OrderChoice sorted(ToDoubleFunction<ShuffleGroup> key) {
    return new OrderChoice(order.stream().sorted(ShuffleGroup.by(key)).toList(), detours);
  }

  /** Returns the choices that differ from this one in the detours, or in the place of one group. */
  List<OrderChoice> neighbours() {
    List<OrderChoice> neighbours = new ArrayList<>();
    for (DetourLimit other : DetourLimit.values()) {
      if (other != detours) {
        neighbours.add(new OrderChoice(order, other));
      }
    }
    for (int from = 0; from < order.size(); from++) {
      for (int to = 0; to < order.size(); to++) {
        if (to != from && to != from - 1) { // the latter is an exchange of neighbours that is made already
          List<ShuffleGroup> moved = new ArrayList<>(order);
          moved.add(to, moved.remove(from));
          neighbours.add(new OrderChoice(moved, detours));
        }
      }
    }
    return neighbours;
  }
}
