package dev.terra.reproduce.event;

import org.jspecify.annotations.Nullable;

/** What workers serve, one visit after the other: it has a time that it takes, and goes on when it is done. */
public abstract class Work implements Event {
  /** Where a visit takes place. */
  interface Visited {
    /** The worker of a queue that served the visit is idle again. */
    void free(int home);
  }

  private @Nullable Visited at;
  private int home;

  /** What a worker of pace 1 needs for this visit, in picoseconds, at least 0; it is read when the visit begins. */
  protected abstract long picos();

  /** The visit is over. */
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
