package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The newest events, oldest first. It is immutable. Adding an event gives a new history that shares all full segments with the old
 * one, so each view can have its own history without a copy of thousands of events.
 */
public final class EventHistory implements Iterable<ControllerEvent> {
  /** The most events that are kept. They usually cover days. */
  public static final int MOST = 10_000;
  /** The events in a segment. At most this many are copied for each event that is added. */
  private static final int SEGMENT = 128;

  /** A history without events. */
  public static final EventHistory EMPTY = new EventHistory(ImmutableList.of(), ImmutableList.of(), 0);

  /** Full segments of {@link #SEGMENT} events each. The first segment may begin with events that do not count any more. */
  private final ImmutableList<ImmutableList<ControllerEvent>> full;
  private final ImmutableList<ControllerEvent> tail;
  private final int size;

  private EventHistory(ImmutableList<ImmutableList<ControllerEvent>> full, ImmutableList<ControllerEvent> tail, int size) {
    this.full = full;
    this.tail = tail;
    this.size = size;
  }

  /** Returns the number of events, at most {@link #MOST}. */
  public int size() {
    return size;
  }

  /** Returns the number of the newest event; 0 if there is none. */
  public long lastNumber() {
    return size == 0 ? 0 : newestFirst(0).number();
  }

  /**
   * Returns this history with one more event.
   *
   * @throws IllegalArgumentException if the event's number is not the next one
   */
  public EventHistory plus(ControllerEvent event) {
    if (size > 0 && event.number() != lastNumber() + 1) {
      throw new IllegalArgumentException("expected event " + (lastNumber() + 1) + ", got " + event.number());
    }
    ImmutableList<ControllerEvent> longer = ImmutableList.<ControllerEvent>builder().addAll(tail).add(event).build();
    int more = Math.min(MOST, size + 1);
    return longer.size() < SEGMENT ? new EventHistory(full, longer, more) : new EventHistory(withoutOld(longer), ImmutableList.of(), more);
  }

  private ImmutableList<ImmutableList<ControllerEvent>> withoutOld(ImmutableList<ControllerEvent> last) {
    List<ImmutableList<ControllerEvent>> segments = new ArrayList<>(full);
    segments.add(last);
    while ((segments.size() - 1) * SEGMENT >= MOST) {
      segments.remove(0);
    }
    return ImmutableList.copyOf(segments);
  }

  /** Returns the events with numbers above the given one, as far as they are kept. */
  public ImmutableList<ControllerEvent> after(long number) {
    long news = Math.max(0, Math.min(size, lastNumber() - number));
    ImmutableList.Builder<ControllerEvent> events = ImmutableList.builder();
    for (int back = (int) news - 1; back >= 0; back--) {
      events.add(newestFirst(back));
    }
    return events.build();
  }

  private ControllerEvent newestFirst(int back) {
    int at = full.size() * SEGMENT + tail.size() - 1 - back;
    return at >= full.size() * SEGMENT ? tail.get(at - full.size() * SEGMENT) : full.get(at / SEGMENT).get(at % SEGMENT);
  }

  @Override
  public Iterator<ControllerEvent> iterator() {
    return after(0).iterator();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EventHistory history && size == history.size && lastNumber() == history.lastNumber()
        && (this == history || after(0).equals(history.after(0)));
  }

  @Override
  public int hashCode() {
    return Long.hashCode(lastNumber());
  }
}
