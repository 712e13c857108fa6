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
 * What is waited for as a whole: the shuffles of a group, such as the edges of a DAG, or a shuffle that stands alone. A DAG that joins
 * 100 MB and 1 GB gains nothing by the 100 MB being there early, so its place among others is by all that it has to send. Its shuffles
 * are served in the order in which they came: where stages overlap the earlier one must not wait for what comes of it, and to the inputs
 * of one stage their order makes no difference. Edges of stages that have not begun are not known yet.
 *
 * <p>Example: a join of 100 MB and 1 GB and another of 500 MB and 1 MB, all between the same sites. Edge by edge the 100 MB come before
 * the 500, for nothing; as groups, the 501 MB come first.
 *
 * @param shuffles at least one, of the same weight and priority, in the order in which they came
 */
record ShuffleGroup(List<ActiveShuffle> shuffles) {
  /** Shuffles that may go together: those of a group, or a shuffle that stands alone. */
  private record Key(Optional<String> group, Optional<ShuffleId> alone, double weight, int priority) {
    static Key of(ShuffleDemand shuffle) {
      return new Key(shuffle.group(), shuffle.group().isPresent() ? Optional.empty() : Optional.of(shuffle.id()),
          shuffle.terms().weight(), shuffle.terms().priority());
    }
  }

  /**
   * The groups of some shuffles: priority first, then the shortest Gamma per weight, with a float's precision as in
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

  /** The order by a key, with a float's precision, and its ties broken. */
  static Comparator<ShuffleGroup> by(ToDoubleFunction<ShuffleGroup> key) {
    return Comparator.<ShuffleGroup>comparingDouble(group -> (float) key.applyAsDouble(group))
        .thenComparing(group -> group.shuffles.get(0), ServiceOrder.BY_ARRIVAL);
  }

  /** The shuffles of some groups, in their order. */
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

  /** How long its shuffles take one after the other, seconds. */
  double gammaSeconds() {
    double sum = 0; // a comparator asks for it
    for (ActiveShuffle shuffle : shuffles) {
      sum += shuffle.gammaSeconds();
    }
    return sum;
  }

  /** How long its longest shuffle takes, seconds: nothing can be done with it sooner. */
  double leastSeconds() {
    return shuffles.stream().mapToDouble(ActiveShuffle::gammaSeconds).max().orElseThrow();
  }

  /** What it has left, bytes. */
  double bytes() {
    return shuffles.stream().mapToDouble(shuffle -> shuffle.bundles().bytes()).sum();
  }
}
