package dev.terra.rest.read;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Turns a controller's seconds into instants of whole milliseconds. */
record ViewTimes(Instant startedAt) {
  /** The largest number of seconds. Anything later counts as this. */
  private static final double MOST_SECONDS = 1e9;

  Instant at(double seconds) {
    return startedAt.plus(Duration.ofNanos((long) (Math.min(seconds, MOST_SECONDS) * 1e9))).truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns the instant; null if there are no seconds. */
  @Nullable Instant at(OptionalDouble seconds) {
    return seconds.isPresent() ? at(seconds.getAsDouble()) : null;
  }
}
