package dev.terra.controller.core.turn;

/**
 * The time for which a controller leads, as messages to agents name it.
 *
 * @param session of the controller's state; a new one whenever it begins anew
 * @param term later leaders have higher ones, compared as unsigned numbers: agents drop what comes with a lower one than they have seen
 */
public record Leadership(long session, long term) {
  /** The term of a controller without standbys. */
  public static final long SOLE_TERM = 1;

  /** The leadership of a controller without standbys. */
  public static Leadership sole(long session) {
    return new Leadership(session, SOLE_TERM);
  }

  /** Whether there are other controllers, one of which may have led before: agents may go by its schedule. */
  public boolean isElected() {
    return term != SOLE_TERM;
  }
}
