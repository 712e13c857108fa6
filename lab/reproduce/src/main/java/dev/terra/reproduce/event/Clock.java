package dev.terra.reproduce.event;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Virtual time, in picoseconds from 0, and the pending events. Events of one time happen in the order in which they
 * were set. The events are a binary heap in arrays, as there are millions of packets.
 */
public final class Clock {
  private static final int FIRST_CAPACITY = 1 << 10;

  private long[] times = new long[FIRST_CAPACITY];
  private long[] turns = new long[FIRST_CAPACITY];
  private Event[] events = new Event[FIRST_CAPACITY];
  private int size;
  private long nextTurn;
  private long now;

  /** Returns the time, in picoseconds. */
  public long now() {
    return now;
  }

  /** Sets an event at a time that is not past. */
  public void at(long time, Event event) {
    checkArgument(time >= now, "time: expected at least %s, got %s", now, time);
    if (size == times.length) {
      grow();
    }
    long turn = nextTurn++;
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!precedes(time, turn, parent)) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    put(hole, time, turn, event);
  }

  /** Sets an event after a delay of at least 0. */
  public void after(long delay, Event event) {
    at(now + delay, event);
  }

  /** Runs events in their order, while there are any and a condition holds. */
  public void runWhile(BooleanSupplier goesOn) {
    while (size > 0 && goesOn.getAsBoolean()) {
      now = times[0];
      take().happen();
    }
  }

  private Event take() {
    Event first = events[0];
    size--;
    long time = times[size];
    long turn = turns[size];
    Event last = events[size];
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && precedes(times[child + 1], turns[child + 1], child)) {
        child++;
      }
      if (precedes(time, turn, child)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    put(hole, time, turn, last);
    return first;
  }

  private boolean precedes(long time, long turn, int other) {
    return time < times[other] || (time == times[other] && turn < turns[other]);
  }

  private void move(int from, int to) {
    put(to, times[from], turns[from], events[from]);
  }

  private void put(int place, long time, long turn, Event event) {
    times[place] = time;
    turns[place] = turn;
    events[place] = event;
  }

  private void grow() {
    int capacity = 2 * times.length;
    times = Arrays.copyOf(times, capacity);
    turns = Arrays.copyOf(turns, capacity);
    events = Arrays.copyOf(events, capacity);
  }
}
