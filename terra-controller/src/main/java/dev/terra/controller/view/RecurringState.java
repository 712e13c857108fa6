package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.TriedChoice;
import java.util.List;
import java.util.stream.Stream;

/**
 * The state of a recurring job that outlives a controller. Results name choices by their place in the list.
 *
 * @param grid the choices that a run may use
 * @param weights how money and time make up the cost of a run, in US dollars
 * @param tried the results of runs
 * @param counts sums over all runs
 */
public record RecurringState(JobPattern job, Grid grid, CostWeights weights, Tried tried, Counts counts) {
  /** Checks that results name choices of the list. */
  public RecurringState {
    int most = grid.choices.size();
    if (grid.usual < 0 || grid.usual >= most
        || Stream.of(tried.explored, tried.results).flatMap(List::stream).anyMatch(each -> each.choice() < 0 || each.choice() >= most)) {
      throw new IllegalArgumentException(job + " has results of a choice beyond its " + most);
    }
  }

  /**
   * The choices that a run may use.
   *
   * @param choices the choices, in an order in which costs are nearly convex
   * @param usual the place of the choice of a job that does not learn
   */
  public record Grid(ImmutableList<KnobChoice> choices, int usual) {}

  /**
   * The costs of runs.
   *
   * @param explored results of the exploration, in its order
   * @param results the results that count, oldest first
   */
  public record Tried(ImmutableList<TriedChoice> explored, ImmutableList<TriedChoice> results) {}

  /** Returns the choices that a run may use, by place. */
  public ImmutableList<KnobChoice> choices() {
    return grid.choices;
  }

  /** Returns the place of the choice of a job that does not learn. */
  public int usual() {
    return grid.usual;
  }

  /** Returns the results of the exploration, in its order. */
  public ImmutableList<TriedChoice> explored() {
    return tried.explored;
  }

  /** Returns the results that count, oldest first. */
  public ImmutableList<TriedChoice> results() {
    return tried.results;
  }

  /**
   * Sums over all runs of a job.
   *
   * @param runs how many runs have ended and count
   * @param returned how many of them returned to the usual choice
   * @param restarts how often the results were dropped because costs had changed
   * @param saved how much more the runs would have cost with the usual choice, as far as its mean cost is known; below 0 if trying
   *     cost more than it saved
   */
  public record Counts(long runs, long returned, long restarts, double saved) {
    /** The counts before any run has ended. */
    public static final Counts NONE = new Counts(0, 0, 0, 0);

    /** Returns these counts with one more run. */
    public Counts plus(boolean isReturned, double more) {
      return new Counts(runs + 1, returned + (isReturned ? 1 : 0), restarts, saved + more);
    }

    /** Returns these counts with one more restart. */
    public Counts restarted() {
      return new Counts(runs, returned, restarts + 1, saved);
    }
  }
}
