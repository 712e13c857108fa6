package dev.terra.schedule.policy.terra;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.ServiceOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Shuffles that count as a whole: the shuffles of a group, such as the edges of a DAG, or a shuffle that stands alone. A DAG that joins 100
 * MB and 1 GB gains nothing if the 100 MB arrive early, so all that it has to send determines its place among others. Its shuffles are
 * served in the order of their arrival: where stages overlap, the earlier stage must not wait for the later one, and for the inputs of one
 * stage the order makes no difference. Edges of stages that have not begun are not known yet.
 *
 * <p>Example: a join of 100 MB and 1 GB and another join of 500 MB and 1 MB, all between the same sites. Edge by edge, the 100 MB would
 * come before the 500 MB, without any gain; as groups, the 501 MB come first.
 *
 * @param shuffles at least one, of the same weight and priority, in the order of their arrival
 */
record ShuffleGroup(List<ActiveShuffle> shuffles) {
  /** What the shuffles of one group have in common; a shuffle that stands alone has a key of its own. */
  private record Key(Optional<String> group, Optional<ShuffleId> alone, double weight, int priority) {
    static Key of(ShuffleDemand shuffle) {
      return new Key(shuffle.group(), shuffle.group().isPresent() ? Optional.empty() : Optional.of(shuffle.id()),
          shuffle.terms().weight(), shuffle.terms().priority());
    }
  }

  /**
   * Returns the groups of some shuffles: by decreasing priority, then by increasing Gamma per weight, with a float's precision as in
   * {@link ServiceOrder#shortestFirst}.
   */
  static List<ShuffleGroup> shortestFirst(List<ActiveShuffle> shuffles) {
    Map<Key, List<ActiveShuffle>> groups = new LinkedHashMap<>();
    shuffles.forEach(shuffle -> groups.computeIfAbsent(Key.of(shuffle.demand()), key -> new ArrayList<>(1)).add(shuffle));
    return groups.values().stream().map(ShuffleGroup::ofAnyOrder)
        .sorted(Comparator.<ShuffleGroup>comparingInt(group -> -group.priority())
            .thenComparing(by(group -> group.gammaSeconds() / group.weight()))).toList();
  }

  private static ShuffleGroup ofAnyOrder(List<ActiveShuffle> shuffles) {
    shuffles.sort(ServiceOrder.BY_ARRIVAL);
    return new ShuffleGroup(shuffles);
  }

  /** Returns the order by a key, with a float's precision and with ties broken. */
  static Comparator<ShuffleGroup> by(ToDoubleFunction<ShuffleGroup> key) {
    return Comparator.<ShuffleGroup>comparingDouble(group -> (float) key.applyAsDouble(group))
        .thenComparing(group -> group.shuffles.get(0), ServiceOrder.BY_ARRIVAL);
  }

  /** Returns the shuffles of some groups, in the order of the groups. */
  static List<ActiveShuffle> inOrder(List<ShuffleGroup> groups) {
    List<ActiveShuffle> shuffles = new ArrayList<>(groups.size());
    groups.forEach(group -> shuffles.addAll(group.shuffles));
    return shuffles;
  }

  int priority() {
    return shuffles.get(0).demand().terms().priority();
  }

  double weight() {
    return shuffles.get(0).demand().terms().weight();
  }

  /** Returns how long its shuffles take one after the other, seconds. */
  double gammaSeconds() {
    double sum = 0; // a loop, since a comparator calls this
    for (ActiveShuffle shuffle : shuffles) {
      sum += shuffle.gammaSeconds();
    }
    return sum;
  }

  /** Returns how long its longest shuffle takes, seconds: the group cannot be done sooner. */
  double leastSeconds() {
    return shuffles.stream().mapToDouble(ActiveShuffle::gammaSeconds).max().orElseThrow();
  }

  /** Returns what the group has left, bytes. */
  double bytes() {
    return shuffles.stream().mapToDouble(shuffle -> shuffle.bundles().bytes()).sum();
  }
}
