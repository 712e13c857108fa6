package dev.terra.core.recurring;

/**
 * What a run of a recurring job is to use.
 *
 * @param choice the choice
 * @param purpose why it is this one
 * @param stopAbove the cost at which the run is stopped, or returns to the usual choice; infinite where it is not
 */
public record KnobTrial(int choice, Purpose purpose, double stopAbove) {
  /** Why a run uses its choice. */
  public enum Purpose {
    /** It is the next one of the exploration, which waits for its result. */
    EXPLORE,
    /** A run of the exploration is under way, and this one is known to be good. */
    BEST_SO_FAR,
    /** It has the least draw from the beliefs. */
    SAMPLE,
    /** The job is only observed: it runs as it always did. */
    OBSERVE,
    /** Several runs in a row were stopped: the usual choice runs to its end. */
    RETURN
  }
}
