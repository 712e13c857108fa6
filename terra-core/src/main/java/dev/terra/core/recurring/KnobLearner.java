package dev.terra.core.recurring;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import dev.terra.core.recurring.KnobTrial.Purpose;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/**
 * Learns the best setting of a knob of a recurring job, and chooses the setting for the next run (Zeus, NSDI 2023). An exploration prunes
 * choices in both directions from the usual choice; then Thompson sampling draws from normal beliefs about the costs. A run that costs beta
 * times the least cost is stopped. Runs may overlap: while a run of the exploration is under way, other runs use the best choice so far.
 * After the exploration, each run has its own draw.
 *
 * <p>An instance is a state, and does not change. Its owner calls {@link #next}, then {@link #started}, and when the run has ended
 * {@link #ended}, or {@link #lost} if no result will come.
 */
public final class KnobLearner {
  /**
   * The number of stopped runs in a row after which the usual choice runs to its end. An exploration causes at most two failures in a row,
   * one at each of its ends.
   */
  private static final int MOST_STOPPED_IN_A_ROW = 3;

  private final KnobRules rules;
  private final ImmutableList<TriedChoice> explored;
  private final ImmutableList<TriedChoice> results;
  private final boolean exploring;

  private KnobLearner(KnobRules rules, ImmutableList<TriedChoice> explored, ImmutableList<TriedChoice> results, boolean exploring) {
    this.rules = rules;
    this.explored = explored;
    this.results = results;
    this.exploring = exploring;
  }

  /** Returns the learner of a job that has not run. */
  public static KnobLearner fresh(KnobRules rules) {
    return new KnobLearner(rules, ImmutableList.of(), ImmutableList.of(), false);
  }

  /**
   * Returns the learner of a job that has run.
   *
   * @param explored the result of {@link #explored} of the earlier learner, with choices of these rules
   * @param results the result of {@link #results} of the earlier learner, with choices of these rules
   */
  public static KnobLearner resumed(KnobRules rules, ImmutableList<TriedChoice> explored, ImmutableList<TriedChoice> results) {
    return new KnobLearner(rules, explored, results, false);
  }

  /**
   * Returns what the next run uses.
   *
   * @param gaussian supplies draws from the standard normal distribution
   */
  public KnobTrial next(DoubleSupplier gaussian) {
    if (stoppedInARow() >= MOST_STOPPED_IN_A_ROW) {
      return new KnobTrial(rules.usual(), Purpose.RETURN, Double.POSITIVE_INFINITY);
    }
    OptionalInt next = exploration().next();
    if (next.isEmpty()) {
      return new KnobTrial(least(gaussian), Purpose.SAMPLE, stopAbove());
    }
    return exploring ? new KnobTrial(bestSoFar(), Purpose.BEST_SO_FAR, stopAbove())
        : new KnobTrial(next.getAsInt(), Purpose.EXPLORE, stopAbove());
  }

  /** Returns what a run of a job uses that is only observed: the usual choice. The result of {@link #next} is then for reports only. */
  public KnobTrial observed() {
    return new KnobTrial(rules.usual(), Purpose.OBSERVE, Double.POSITIVE_INFINITY);
  }

  /** Returns the learner after a run has begun. */
  public KnobLearner started(KnobTrial trial) {
    return new KnobLearner(rules, explored, results, exploring || trial.purpose() == Purpose.EXPLORE);
  }

  /** Returns the learner after a run has ended without a result. */
  public KnobLearner lost(KnobTrial trial) {
    return new KnobLearner(rules, explored, results, exploring && trial.purpose() != Purpose.EXPLORE);
  }

  /**
   * Returns the learner after a run has ended.
   *
   * @param cost the cost of the run; a run that was stopped counts as at least its limit, since it would have cost more
   * @param reached whether the run reached its end with its choice
   */
  public KnobLearner ended(KnobTrial trial, double cost, boolean reached) {
    boolean isStopped = !reached && Double.isFinite(trial.stopAbove());
    TriedChoice result = new TriedChoice(trial.choice(), isStopped ? Math.max(cost, trial.stopAbove()) : cost, reached);
    boolean isExplored = trial.purpose() == Purpose.EXPLORE;
    return new KnobLearner(rules, isExplored ? with(explored, result) : explored, bounded(with(results, result)),
        exploring && !isExplored);
  }

  /** Returns the beliefs about the choices that remain. */
  public ImmutableSortedMap<Integer, CostBelief> beliefs() {
    return new LearnedCosts(rules, exploration().choices(), results).beliefs();
  }

  /** Returns whether the exploration is not over. */
  public boolean isExploring() {
    return exploration().next().isPresent();
  }

  /** Returns the results of the exploration, in the order in which choices were tried. */
  public ImmutableList<TriedChoice> explored() {
    return explored;
  }

  /** Returns the results that count, oldest first. */
  public ImmutableList<TriedChoice> results() {
    return results;
  }

  private Exploration exploration() {
    return Exploration.after(rules, explored);
  }

  private int least(DoubleSupplier gaussian) {
    Map<Integer, CostBelief> beliefs = beliefs();
    int least = rules.usual();
    double leastDraw = Double.POSITIVE_INFINITY;
    for (Map.Entry<Integer, CostBelief> belief : beliefs.entrySet()) {
      double draw = belief.getValue().draw(gaussian.getAsDouble());
      if (draw < leastDraw) {
        least = belief.getKey();
        leastDraw = draw;
      }
    }
    return least;
  }

  private double stopAbove() {
    return rules.stopFactor() * recent().filter(TriedChoice::reached).mapToDouble(TriedChoice::cost).min().orElse(Double.POSITIVE_INFINITY);
  }

  private int bestSoFar() {
    return recent().filter(TriedChoice::reached).min((a, b) -> Double.compare(a.cost(), b.cost())).map(TriedChoice::choice)
        .orElse(rules.usual());
  }

  /** Returns the results of the window. Older costs may have drifted, and do not stop a run. */
  private Stream<TriedChoice> recent() {
    return results.stream().skip(Math.max(0, results.size() - rules.window()));
  }

  private int stoppedInARow() {
    int stopped = 0;
    for (TriedChoice result : results.reverse()) {
      if (result.reached()) {
        return stopped;
      }
      stopped++;
    }
    return stopped;
  }

  private ImmutableList<TriedChoice> bounded(List<TriedChoice> all) {
    int most = rules.window() * rules.choices().size();
    return ImmutableList.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  private static ImmutableList<TriedChoice> with(List<TriedChoice> list, TriedChoice last) {
    return ImmutableList.<TriedChoice>builderWithExpectedSize(list.size() + 1).addAll(list).add(last).build();
  }
}
