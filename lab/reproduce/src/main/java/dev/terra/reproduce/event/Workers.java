package dev.terra.reproduce.event;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Workers that serve queues, first come, first served. Each worker has one queue of its own; if that is empty, it may
 * serve another one.
 */
public final class Workers implements Work.Visited {
  private final Clock clock;
  private final Stealing stealing;
  private final List<Deque<Work>> queues = new ArrayList<>();
  private final int[] idle;
  private final long[] busyPicos;
  private double pace = 1;

  /**
   * Makes idle workers.
   *
   * @param own the number of workers of each queue, at least 1
   */
  public Workers(Clock clock, Stealing stealing, int... own) {
    checkArgument(own.length > 0, "queues: expected at least 1");
    this.clock = clock;
    this.stealing = stealing;
    this.idle = own.clone();
    this.busyPicos = new long[own.length];
    for (int workers : own) {
      checkArgument(workers >= 1, "workers: expected at least 1, got %s", workers);
      queues.add(new ArrayDeque<>());
    }
  }

  /** The other queue that a worker serves if its own is empty. */
  public enum Stealing {
    /** No other queue. */
    NONE,
    /** The next queue. */
    NEIGHBOUR,
    /** The longest queue. */
    LONGEST
  }

  /** Sets the pace of all workers. A visit that has begun ends at its original time. */
  public void pace(double times) {
    checkArgument(times > 0, "pace: expected above 0, got %s", times);
    pace = times;
  }

  /** Returns the pace of each worker. */
  public double pace() {
    return pace;
  }

  /** Adds work to a queue, or gives it to an idle worker. */
  public void offer(Work work, int queue) {
    int home = idleFor(queue);
    if (home < 0) {
      queues.get(queue).add(work);
    } else {
      idle[home]--;
      start(work, queue, home);
    }
  }

  /** Returns how many pieces of work wait in a queue. */
  public int waiting(int queue) {
    return queues.get(queue).size();
  }

  /** Returns how many of a queue's own workers are idle. */
  public int idle(int queue) {
    return idle[queue];
  }

  /** Removes and returns the newest waiting work of a queue; null if none waits. */
  public @Nullable Work takeLast(int queue) {
    return queues.get(queue).pollLast();
  }

  /** Returns how long workers were busy with a queue's work, in picoseconds, including all of the visits in progress. */
  public long busyPicos(int queue) {
    return busyPicos[queue];
  }

  private int idleFor(int queue) {
    if (idle[queue] > 0) {
      return queue;
    }
    for (int i = 1; i < idle.length; i++) {
      int other = (queue + i) % idle.length;
      if (idle[other] > 0 && isServedBy(queue, other)) {
        return other;
      }
    }
    return -1;
  }

  private boolean isServedBy(int queue, int home) {
    return stealing == Stealing.LONGEST || (stealing == Stealing.NEIGHBOUR && (home + 1) % idle.length == queue);
  }

  private void start(Work work, int queue, int home) {
    long picos = Math.round(work.picos() / pace);
    busyPicos[queue] += picos;
    work.starts(this, home);
    clock.after(picos, work);
  }

  @Override
  public void free(int home) {
    int queue = queues.get(home).isEmpty() ? other(home) : home;
    Work next = queue < 0 ? null : queues.get(queue).poll();
    if (next == null) {
      idle[home]++;
    } else {
      start(next, queue, home);
    }
  }

  private int other(int home) {
    int longest = -1;
    for (int i = 1; i < idle.length; i++) {
      int queue = (home + i) % idle.length;
      if (isServedBy(queue, home) && !queues.get(queue).isEmpty()
          && (longest < 0 || queues.get(queue).size() > queues.get(longest).size())) {
        longest = queue;
      }
    }
    return longest;
  }
}
