package dev.terra.reproduce.event;

/** An event at a time of a {@link Clock}. */
@FunctionalInterface
public interface Event {
  /** Performs the event. Its clock then has the event's time. */
  void happen();
}
