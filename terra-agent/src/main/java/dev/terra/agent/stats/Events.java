package dev.terra.agent.stats;

import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.AgentId;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The last things that happened here, for people and for {@code GET /v1/stats}. On the agent's thread. */
public final class Events {
  /** A day of a quiet agent, some minutes of a bad one. */
  private static final int MAX_EVENTS = 1_000;
  /** The most events of one kind about one target: others' mistakes and attacks do not push out all else. Further ones are only counted. */
  private static final int MOST_A_SECOND = 10;
  private static final int MAX_RECENT = 1_000;

  private final Clock clock;
  private final Deque<Event> events = new ArrayDeque<>();
  private List<Event> newest = List.of();
  /** How many of a kind about a target there were in the second of the last one. */
  private final Map<String, Recent> recent = new BoundedMap<>(MAX_RECENT);
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

  private record Recent(long second, int count) {}

  /** Counts an event; returns how many of its kind and target there have been in this second. */
  private int countRecent(AgentEventKind kind, String target) {
    long second = Math.floorDiv(clock.millis(), 1_000L);
    Recent now = recent.merge(kind.id() + " " + target, new Recent(second, 1),
        (before, one) -> before.second == second ? new Recent(second, before.count + 1) : one);
    return now.count;
  }

  /** Notes an event of now. */
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

  /** Notes that an agent spoke of what is not its site's, which is dropped. */
  public void addForeign(AgentId from, String what) {
    add(AgentEventKind.FOREIGN, from.site().name(), "its agent " + from.name() + " speaks of " + what);
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
