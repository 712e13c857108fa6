package dev.terra.reproduce.event;

import java.util.function.LongSupplier;

/** A source of arrivals: each comes a pause after the one before it. */
public final class Source implements Event {
  private final Clock clock;
  private final LongSupplier pauses;
  private final Event arrival;

  private Source(Clock clock, LongSupplier pauses, Event arrival) {
    this.clock = clock;
    this.pauses = pauses;
    this.arrival = arrival;
  }

  /**
   * Starts a source.
   *
   * @param first the time of the first arrival, in picoseconds
   * @param pauses the time to the next arrival, in picoseconds; negative if there is none
   * @param arrival the event of an arrival
   */
  public static void start(Clock clock, long first, LongSupplier pauses, Event arrival) {
    clock.at(first, new Source(clock, pauses, arrival));
  }

  @Override
  public void happen() {
    arrival.happen();
    long pause = pauses.getAsLong();
    if (pause >= 0) {
      clock.after(pause, this);
    }
  }
}
