package dev.terra.reproduce.event;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work that workers serve, one visit after the other. A visit takes a time, and the work continues when it
 * is done.
 */
public abstract class Work implements Event {
  /** The place of a visit. */
  interface Visited {
    /** Frees the worker of a queue that served the visit. */
    void free(int home);
  }

  private @Nullable Visited at;
  private int home;

  /**
   * Returns the time that a worker of pace 1 needs for this visit, in picoseconds, at least 0. It is read when the
   * visit begins.
   */
  protected abstract long picos();

  /** Is called at the end of a visit. */
  protected abstract void done();

  final void starts(Visited place, int workersQueue) {
    at = place;
    home = workersQueue;
  }

  @Override
  public final void happen() {
    Visited place = at;
    at = null;
    if (place != null) {
      place.free(home);
    }
    done();
  }
}
