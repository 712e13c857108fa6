package dev.terra.agent.virtual;

import com.google.common.base.Ticker;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A clock that jumps from one event to the next. Events of the same moment happen in the order in which they were added. */
final class VirtualTime extends Ticker {
  private record Event(long nanos, long number, Runnable task) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
  private long nanos = TimeUnit.SECONDS.toNanos(100);
  private long number;

  @Override
  public long read() {
    return nanos;
  }

  void at(long when, Runnable task) {
    events.add(new Event(Math.max(when, nanos), number++, task));
  }

  void after(long millis, Runnable task) {
    at(nanos + TimeUnit.MILLISECONDS.toNanos(millis), task);
  }

  void every(long millis, Runnable task) {
    after(millis, () -> {
      task.run();
      every(millis, task);
    });
  }

  /** Lets time pass until a condition holds; returns whether it did before the deadline. */
  boolean runUntil(BooleanSupplier condition, long deadlineSeconds) {
    long end = nanos + TimeUnit.SECONDS.toNanos(deadlineSeconds);
    while (!condition.getAsBoolean()) {
      Event next = events.poll();
      if (next == null || next.nanos > end) {
        return false;
      }
      nanos = next.nanos;
      next.task.run();
    }
    return true;
  }
}
