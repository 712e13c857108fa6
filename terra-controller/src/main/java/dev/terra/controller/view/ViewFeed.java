package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands views from the controller's thread to all others. One thread publishes. Any thread may read, and no reader ever waits for
 * another reader.
 */
public final class ViewFeed {
  /**
   * The most changes that are kept for readers. At two changes a second, they cover half a minute; with 600 bundles, a change has
   * about 100 KB. A reader that is further behind takes the current view.
   */
  public static final int CHANGES = 64;

  /** The age of the last view at which a view without any change is published, in seconds. It lets readers see that time passes. */
  public static final double FRESH_SECONDS = 5;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition published = lock.newCondition();
  private final Deque<ControllerChange> changes = new ArrayDeque<>();
  private volatile ControllerView current;

  /** Creates a feed whose first view, of version 1, is the given one. */
  public ViewFeed(ControllerView first) {
    this.current = withVersion(first, 1);
  }

  /** Returns the view that was published last. */
  public ControllerView current() {
    return current;
  }

  /** Publishes a view as the next version, and returns it with that version. */
  public ControllerView publish(ControllerView view) {
    lock.lock();
    try {
      ControllerView next = withVersion(view, current.version() + 1);
      changes.addLast(current.to(next));
      if (changes.size() > CHANGES) {
        changes.removeFirst();
      }
      current = next;
      published.signalAll();
      return next;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Publishes a view if it differs from the last one, or the last one is too old. Since only one thread publishes, no other view can
   * come between.
   */
  public void publishNews(ControllerView view) {
    ControllerView last = current;
    if (!last.isStillTrueIn(view) || view.atSeconds() - last.atSeconds() >= FRESH_SECONDS) {
      publish(view);
    }
  }

  private static ControllerView withVersion(ControllerView view, long version) {
    return new ControllerView(version, view.wan(), view.atSeconds(), view.totals(), view.rounds(), view.links(), view.agents(),
        view.running(), view.ended(), view.operator(), view.classes(), view.events());
  }

  /** Returns the changes after a version. */
  public ViewChanges after(long version) {
    lock.lock();
    try {
      long oldest = current.version() - changes.size();
      if (version < oldest || version > current.version()) {
        return new ViewChanges(true, ImmutableList.of());
      }
      return new ViewChanges(false, changes.stream().filter(change -> change.number() > version).collect(ImmutableList.toImmutableList()));
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the first change after a version. Returns no changes if none comes within the given time. */
  public ViewChanges await(long version, Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long leftNanos = atMost.toNanos();
      while (version == current.version() && leftNanos > 0) {
        leftNanos = published.awaitNanos(leftNanos);
      }
      return after(version);
    } finally {
      lock.unlock();
    }
  }
}
