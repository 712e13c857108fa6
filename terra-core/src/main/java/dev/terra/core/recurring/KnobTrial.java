package dev.terra.core.recurring;

/**
 * The choice that a run of a recurring job has to use.
 *
 * @param choice the choice
 * @param purpose why the run uses this choice
 * @param stopAbove the cost at which the run is stopped or returns to the usual choice; infinite if it is never stopped
 */
public record KnobTrial(int choice, Purpose purpose, double stopAbove) {
  /** The reason why a run uses its choice. */
  public enum Purpose {
    /** The choice is the next one of the exploration, which waits for the run's result. */
    EXPLORE,
    /** A run of the exploration is under way, and the choice is the best one so far. */
    BEST_SO_FAR,
    /** The choice has the least draw from the beliefs. */
    SAMPLE,
    /** The job is only observed: it runs with its usual choice. */
    OBSERVE,
    /** Several runs in a row were stopped: the usual choice runs to its end. */
    RETURN
  }
}
