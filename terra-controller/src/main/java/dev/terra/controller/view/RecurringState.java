package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.TriedChoice;

/**
 * What is known of a job that recurs, and outlives a controller. Results name choices by their place in the list.
 *
 * @param choices what a run may use
 * @param usual the place of the one that a job has which does not learn
 * @param weights what a run costs, in US dollars
 * @param explored results of the exploration, in its order
 * @param results those that count, oldest first
 * @param counts sums over all runs
 */
public record RecurringState(JobPattern job, ImmutableList<KnobChoice> choices, int usual, CostWeights weights,
    ImmutableList<TriedChoice> explored, ImmutableList<TriedChoice> results, Counts counts) {
  /** Checks that results name choices. */
  public RecurringState {
    int most = choices.size();
    if (usual < 0 || usual >= most || explored.stream().anyMatch(each -> each.choice() < 0 || each.choice() >= most)
        || results.stream().anyMatch(each -> each.choice() < 0 || each.choice() >= most)) {
      throw new IllegalArgumentException(job + " has results of a choice beyond its " + most);
    }
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
