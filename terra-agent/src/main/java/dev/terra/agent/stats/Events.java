package dev.terra.agent.stats;

import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.AgentId;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The latest events at this agent, for people and for {@code GET /v1/stats}. It is used on the agent's thread only. */
public final class Events {
  /** The most events that are kept: a day of a quiet agent, or some minutes of a troubled one. */
  private static final int MAX_EVENTS = 1_000;
  /**
   * The most events in a second of one kind about one target, so that others' mistakes and attacks do not push out everything else. Further
   * events are only counted.
   */
  private static final int MOST_A_SECOND = 10;
  private static final int MAX_RECENT = 1_000;

  private final Clock clock;
  private final Deque<Event> events = new ArrayDeque<>();
  private List<Event> newest = List.of();
  /** By kind and target: the number of events in the second of the last one. */
  private final Map<String, Recent> recent = new BoundedMap<>(MAX_RECENT);
  private boolean stale;
  private long count;

  /**
   * An event.
   *
   * @param atMillis milliseconds since the epoch, by the wall clock
   * @param target what the event happened to
   * @param detail a description in words
   */
  public record Event(long atMillis, AgentEventKind kind, String target, String detail) {
    /** Returns the name of its kind. */
    public String what() {
      return kind.id();
    }
  }

  /** Creates an object without events. */
  public Events(Clock clock) {
    this.clock = clock;
  }

  private record Recent(long second, int count) {}

  /** Counts an event; returns how many events of its kind and target there have been in this second. */
  private int countRecent(AgentEventKind kind, String target) {
    long second = Math.floorDiv(clock.millis(), 1_000L);
    Recent now = recent.merge(kind.id() + " " + target, new Recent(second, 1),
        (before, one) -> before.second == second ? new Recent(second, before.count + 1) : one);
    return now.count;
  }

  /** Notes an event at the current time. */
  public void add(AgentEventKind kind, String target, String detail) {
    if (kind.isOfOthers() && countRecent(kind, target) > MOST_A_SECOND) {
      count++;
      return;
    }
    if (events.size() == MAX_EVENTS) {
      events.removeFirst();
    }
    events.addLast(new Event(clock.millis(), kind, target, detail));
    count++;
    stale = true;
  }

  /** Notes that an agent reported something that does not belong to its site; the report is dropped. */
  public void addForeign(AgentId from, String what) {
    add(AgentEventKind.FOREIGN, from.site().name(), "its agent " + from.name() + " reported " + what);
  }

  /** Returns the events, the newest last. It is the same list until another event happens. */
  public List<Event> newest() {
    if (stale) {
      newest = List.copyOf(events);
      stale = false;
    }
    return newest;
  }

  /** Returns how many events there have been. */
  public long count() {
    return count;
  }
}
