package dev.terra.controller.core.turn;

import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.EventHistory;
import dev.terra.controller.view.EventKind;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.limit.LineBudget;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The events of a controller, newest last. The oldest are dropped. Events that peers can cause at will are limited, so that they do not
 * push out other events.
 */
public final class EventLog {
  /** The kinds of events that peers can cause as often as they like, by their messages or by coming and going. */
  private static final Set<EventKind> OF_OTHERS = EnumSet.of(EventKind.AGENT_JOINED, EventKind.AGENT_LOST, EventKind.AGENT_REFUSED,
      EventKind.REPORT_REFUSED, EventKind.REQUEST_REFUSED);
  /** The most pairs of kind and target with a limit. There are a few for each site. */
  private static final int MOST_BUDGETS = 1_000;

  private final Map<String, LineBudget> budgets = new BoundedMap<>(MOST_BUDGETS);
  private EventHistory history = EventHistory.EMPTY;
  private long drained;

  public void add(long nowNanos, EventKind kind, String target, String detail) {
    Optional<String> said = OF_OTHERS.contains(kind)
        ? budgets.computeIfAbsent(kind + " " + target, key -> new LineBudget()).line(detail, nowNanos) : Optional.of(detail);
    said.ifPresent(words ->
        history = history.plus(new ControllerEvent(history.lastNumber() + 1, nowNanos / 1e9, kind, target, words)));
  }

  /** All events that are kept. */
  public EventHistory history() {
    return history;
  }

  /** Returns the events since the last call, for a log. */
  public List<ControllerEvent> drain() {
    List<ControllerEvent> news = history.after(drained);
    drained = history.lastNumber();
    return news;
  }
}
