package dev.terra.reproduce.event;

/** What happens at a time of a {@link Clock}. */
@FunctionalInterface
public interface Event {
  /** Happens now, by the clock on which it was set. */
  void happen();
}
