package dev.terra.core.recurring;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Collection;
import java.util.List;

/**
 * Computes beliefs from the costs of runs. The variance of a choice's cost is learned too (section 4.4.4 of Zeus). Two costs give a poor
 * estimate of a variance, and two that happen to be equal could exclude a good choice for ever. Therefore the relative variance of all
 * choices counts for each choice as much as {@value #SHARED_RUNS} of its own runs.
 */
final class LearnedCosts {
  private static final int SHARED_RUNS = 2;

  private final CostPrior prior;
  private final ImmutableSortedMap<Integer, List<Double>> costs;
  private final double relativeVariance;

  /** Collects the costs of some choices. */
  LearnedCosts(KnobRules rules, Collection<Integer> choices, List<TriedChoice> results) {
    this.prior = rules.prior();
    this.costs = choices.stream().collect(ImmutableSortedMap.toImmutableSortedMap(Integer::compare, choice -> choice,
        choice -> last(rules.window(), results, choice)));
    this.relativeVariance = costs.values().stream().filter(list -> !list.isEmpty()).mapToDouble(LearnedCosts::relativeSquares).sum()
        / Math.max(1, costs.values().stream().mapToInt(list -> Math.max(0, list.size() - 1)).sum());
  }

  /** Returns the belief about each choice. */
  ImmutableSortedMap<Integer, CostBelief> beliefs() {
    return costs.entrySet().stream().collect(
        ImmutableSortedMap.toImmutableSortedMap(Integer::compare, entry -> entry.getKey(), entry -> belief(entry.getValue())));
  }

  private CostBelief belief(List<Double> list) {
    double mean = mean(list);
    double variance = (squares(list) + SHARED_RUNS * relativeVariance * mean * mean) / (list.size() + SHARED_RUNS);
    return CostBelief.after(prior, list.size(), mean, variance);
  }

  private static List<Double> last(int window, List<TriedChoice> results, int choice) {
    List<Double> all = results.stream().filter(result -> result.choice() == choice).map(TriedChoice::cost).toList();
    return all.subList(Math.max(0, all.size() - window), all.size());
  }

  private static double relativeSquares(List<Double> list) {
    double mean = mean(list);
    return mean == 0 ? 0 : squares(list) / (mean * mean);
  }

  private static double squares(List<Double> list) {
    double mean = mean(list);
    return list.stream().mapToDouble(cost -> (cost - mean) * (cost - mean)).sum();
  }

  private static double mean(List<Double> list) {
    return list.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
