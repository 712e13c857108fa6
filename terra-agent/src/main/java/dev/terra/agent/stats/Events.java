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
  private List<Event> newest = List.of();
  private boolean stale;
  private long count;

  /**
   * One thing that happened.
   *
   * @param atMillis since the epoch, by the wall clock
   * @param target what it happened to
   * @param detail in words
   */
  public record Event(long atMillis, AgentEventKind kind, String target, String detail) {
    /** The name of its kind. */
    public String what() {
      return kind.id();
    }
  }

  /** No events yet. */
  public Events(Clock clock) {
    this.clock = clock;
  }

  /** Notes an event of now. */
  public void add(AgentEventKind kind, String target, String detail) {
    if (events.size() == MAX_EVENTS) {
      events.removeFirst();
    }
    events.addLast(new Event(clock.millis(), kind, target, detail));
    count++;
    stale = true;
  }

  /** The newest last; the same list until something else happens. */
  public List<Event> newest() {
    if (stale) {
      newest = List.copyOf(events);
      stale = false;
    }
    return newest;
  }

  /** How many there have been. */
  public long count() {
    return count;
  }
}
