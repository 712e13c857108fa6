package dev.terra.controller.core.turn;

/**
 * The period in which a controller leads, as messages to agents name it.
 *
 * @param session the number of the controller's state; a new one whenever the controller starts anew
 * @param term later leaders have higher terms, compared as unsigned numbers; agents drop messages with a lower term than they have seen
 */
public record Leadership(long session, long term) {
  /** The term of a controller without standbys. */
  public static final long SOLE_TERM = 1;

  /** Returns the leadership of a controller without standbys. */
  public static Leadership sole(long session) {
    return new Leadership(session, SOLE_TERM);
  }

  /** Returns whether there are other controllers. If so, agents may still follow the schedule of one that led before. */
  public boolean isElected() {
    return term != SOLE_TERM;
  }
}
