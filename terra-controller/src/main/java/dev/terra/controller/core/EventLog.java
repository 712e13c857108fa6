package dev.terra.controller.core;

import dev.terra.api.v1.StatusEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What happened, newest last; the oldest give way. */
final class EventLog {
  private final Deque<StatusEvent> events = new ArrayDeque<>();
  private final List<StatusEvent> unread = new ArrayList<>();

  void add(long nowNanos, String what, String target, String detail) {
    StatusEvent event = StatusEvent.newBuilder()
        .setAtSeconds(nowNanos / 1e9).setWhat(what).setTarget(target).setDetail(detail).build();
    events.addLast(event);
    if (events.size() > ControllerLimits.EVENTS) {
      events.removeFirst();
    }
    if (unread.size() < ControllerLimits.EVENTS) {
      unread.add(event);
    }
  }

  /** All that are kept, oldest first. */
  Iterable<StatusEvent> all() {
    return events;
  }

  /** Those since the last call, for a log. */
  List<StatusEvent> drain() {
    List<StatusEvent> drained = List.copyOf(unread);
    unread.clear();
    return drained;
  }
}
