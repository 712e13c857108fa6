package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.TriedChoice;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is known of a job that recurs, and outlives a controller. Results name choices by their place in the list.
 *
 * @param grid what a run may use
 * @param weights what a run costs, in US dollars
 * @param tried what came of it
 * @param counts sums over all runs
 */
public record RecurringState(JobPattern job, Grid grid, CostWeights weights, Tried tried, Counts counts) {
  /** Checks that results name choices. */
  public RecurringState {
    int most = grid.choices.size();
    if (grid.usual < 0 || grid.usual >= most
        || Stream.of(tried.explored, tried.results).flatMap(List::stream).anyMatch(each -> each.choice() < 0 || each.choice() >= most)) {
      throw new IllegalArgumentException(job + " has results of a choice beyond its " + most);
    }
  }

  /**
   * What a run may use.
   *
   * @param choices in an order in which costs are nearly convex
   * @param usual the place of the one that a job has which does not learn
   */
  public record Grid(ImmutableList<KnobChoice> choices, int usual) {}

  /**
   * What runs have cost.
   *
   * @param explored results of the exploration, in its order
   * @param results those that count, oldest first
   */
  public record Tried(ImmutableList<TriedChoice> explored, ImmutableList<TriedChoice> results) {}

  /** What a run may use, by place. */
  public ImmutableList<KnobChoice> choices() {
    return grid.choices;
  }

  /** The place of the choice that a job has which does not learn. */
  public int usual() {
    return grid.usual;
  }

  /** Results of the exploration, in its order. */
  public ImmutableList<TriedChoice> explored() {
    return tried.explored;
  }

  /** Results that count, oldest first. */
  public ImmutableList<TriedChoice> results() {
    return tried.results;
  }

  /**
   * Sums over all runs of a job.
   *
   * @param runs how many have ended and count
   * @param returned how many of them returned to the usual choice
   * @param restarts how often what was learned was forgotten, as costs had changed
   * @param saved what they would have cost more with the usual choice, as far as its mean cost is known; below 0: what trying cost
   */
  public record Counts(long runs, long returned, long restarts, double saved) {
    /** No run has ended. */
    public static final Counts NONE = new Counts(0, 0, 0, 0);

    /** One more run. */
    public Counts plus(boolean isReturned, double more) {
      return new Counts(runs + 1, returned + (isReturned ? 1 : 0), restarts, saved + more);
    }

    /** All was forgotten once more. */
    public Counts restarted() {
      return new Counts(runs, returned, restarts + 1, saved);
    }
  }
}
