package dev.terra.agent.stats;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last things that happened here, for people and for {@code GET /v1/stats}. On the agent's thread. */
public final class Events {
  /** A day of a quiet agent, some minutes of a bad one. */
  private static final int MAX_EVENTS = 1_000;

  private final Clock clock;
  private final Deque<Event> events = new ArrayDeque<>();

  /**
   * One thing that happened.
   *
   * @param atMillis since the epoch, by the wall clock
   * @param what its kind, such as {@code tunnel-down}
   * @param target what it happened to
   * @param detail in words
   */
  public record Event(long atMillis, String what, String target, String detail) {}

  /** No events yet. */
  public Events(Clock clock) {
    this.clock = clock;
  }

  /** Notes an event of now. */
  public void add(String what, String target, String detail) {
    if (events.size() == MAX_EVENTS) {
      events.removeFirst();
    }
    events.addLast(new Event(clock.millis(), what, target, detail));
  }

  /** The newest last. */
  public List<Event> newest() {
    return List.copyOf(events);
  }
}
