package dev.terra.controller.core.turn;

import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.EventHistory;
import dev.terra.controller.view.EventKind;
import java.util.List;

/** What happened, newest last; the oldest give way. */
public final class EventLog {
  private EventHistory history = EventHistory.EMPTY;
  private long drained;

  public void add(long nowNanos, EventKind kind, String target, String detail) {
    history = history.plus(new ControllerEvent(history.lastNumber() + 1, nowNanos / 1e9, kind, target, detail));
  }

  /** All that are kept. */
  public EventHistory history() {
    return history;
  }

  /** Those since the last call, for a log. */
  public List<ControllerEvent> drain() {
    List<ControllerEvent> news = history.after(drained);
    drained = history.lastNumber();
    return news;
  }
}
