package dev.terra.schedule.policy;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.ShuffleDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What is waited for as a whole: the edges of a DAG, or a shuffle that is no edge. A DAG that joins 100 MB and 1 GB gains nothing by the
 * 100 MB being there early, so its place among others is by all that it has to send. Its edges are served in the order in which they
 * came: where stages overlap the earlier one must not wait for what comes of it, and to the inputs of one stage their order makes no
 * difference. Edges of stages that have not begun are not known yet.
 *
 * <p>Example: a join of 100 MB and 1 GB and another of 500 MB and 1 MB, all between the same sites. Edge by edge the 100 MB come before
 * the 500, for nothing; as jobs, the 501 MB come first.
 *
 * @param edges at least one, of the same weight and priority, in the order in which they came
 */
record Job(List<ShuffleState> edges) {
  /** Edges that may go together: those of a group, or a shuffle that stands alone. */
  private record Key(Optional<String> group, Optional<ShuffleId> alone, double weight, int priority) {
    static Key of(ShuffleDemand shuffle) {
      return new Key(shuffle.group(), shuffle.group().isPresent() ? Optional.empty() : Optional.of(shuffle.id()),
          shuffle.terms().weight(), shuffle.terms().priority());
    }
  }

  /**
   * The jobs of some shuffles: priority first, then the shortest Gamma per weight, with a float's precision as in
   * {@link Order#shortestFirst}.
   */
  static List<Job> shortestFirst(List<ShuffleState> shuffles) {
    Map<Key, List<ShuffleState>> edges = new LinkedHashMap<>();
    shuffles.forEach(shuffle -> edges.computeIfAbsent(Key.of(shuffle.demand()), key -> new ArrayList<>(1)).add(shuffle));
    return edges.values().stream().map(Job::ofAnyOrder).sorted(Comparator.<Job>comparingInt(job -> -job.priority())
        .thenComparing(by(job -> job.gammaSeconds() / job.weight()))).toList();
  }

  private static Job ofAnyOrder(List<ShuffleState> edges) {
    edges.sort(Order.BY_ARRIVAL);
    return new Job(edges);
  }

  /** The order by a key, with a float's precision, and its ties broken. */
  static Comparator<Job> by(ToDoubleFunction<Job> key) {
    return Comparator.<Job>comparingDouble(job -> (float) key.applyAsDouble(job))
        .thenComparing(job -> job.edges.get(0), Order.BY_ARRIVAL);
  }

  /** The shuffles of some jobs, in their order. */
  static List<ShuffleState> shuffles(List<Job> jobs) {
    List<ShuffleState> shuffles = new ArrayList<>(jobs.size());
    jobs.forEach(job -> shuffles.addAll(job.edges));
    return shuffles;
  }

  int priority() {
    return edges.get(0).demand().terms().priority();
  }

  double weight() {
    return edges.get(0).demand().terms().weight();
  }

  /** How long its edges take one after the other, seconds. */
  double gammaSeconds() {
    double sum = 0; // a comparator asks for it
    for (ShuffleState edge : edges) {
      sum += edge.gammaSeconds();
    }
    return sum;
  }

  /** How long its longest edge takes, seconds: nothing can be done with it sooner. */
  double leastSeconds() {
    return edges.stream().mapToDouble(ShuffleState::gammaSeconds).max().orElseThrow();
  }

  /** Whether none of its edges has anything left to send. */
  boolean isDone() {
    for (ShuffleState edge : edges) {
      if (edge.size() > 0) {
        return false;
      }
    }
    return true;
  }

  /** The job without the edges that have nothing left; not to be asked when it is done. */
  Job rest() {
    List<ShuffleState> left = new ArrayList<>(edges.size());
    for (ShuffleState edge : edges) {
      if (edge.size() > 0) {
        left.add(edge);
      }
    }
    return left.size() == edges.size() ? this : new Job(left);
  }

  /** What it has left, bytes. */
  double bytes() {
    return edges.stream().mapToDouble(ShuffleState::bytes).sum();
  }
}
