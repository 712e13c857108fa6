package dev.terra.reproduce.event;

import org.jspecify.annotations.Nullable;

/** What {@link Workers} serve, one visit after the other: it has a time that it takes, and goes on when it is done. */
public abstract class Work implements Event {
  private @Nullable Workers at;
  private int home;

  /** What a worker of pace 1 needs for this visit, in picoseconds, at least 0; it is read when the visit begins. */
  protected abstract long picos();

  /** The visit is over. */
  protected abstract void done();

  final void starts(Workers workers, int workersQueue) {
    at = workers;
    home = workersQueue;
  }

  @Override
  public final void happen() {
    Workers workers = at;
    at = null;
    if (workers != null) {
      workers.free(home);
    }
    done();
  }
}
