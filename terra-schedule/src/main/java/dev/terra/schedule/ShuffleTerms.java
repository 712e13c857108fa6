package dev.terra.schedule;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * How important a shuffle is to its readers.
 *
 * @param weight its share of importance, above 0 and finite; 1 is ordinary
 * @param priority shuffles of a higher priority are served before all others; 0 is ordinary
 * @param deadlineSeconds when the shuffle should be done, on the clock of {@code nowSeconds} in {@link Scheduler#schedule}; empty where no
 *     deadline was requested
 */
public record ShuffleTerms(double weight, int priority, OptionalDouble deadlineSeconds) {
  /** Weight 1, priority 0, no deadline. */
  public static final ShuffleTerms ORDINARY = new ShuffleTerms(1, 0, OptionalDouble.empty());

  /** The priority of a shuffle whose bytes do not move. It is below every priority that can be requested, and its negation is an int. */
  public static final int IDLE_PRIORITY = -(1 << 30);

  /** Checks the ranges. */
  public ShuffleTerms {
    Objects.requireNonNull(deadlineSeconds, "deadlineSeconds");
    if (!(weight > 0) || !Double.isFinite(weight)) {
      throw new IllegalArgumentException("weight must be above 0 and finite, got " + weight);
    }
    if (deadlineSeconds.isPresent() && !Double.isFinite(deadlineSeconds.getAsDouble())) {
      throw new IllegalArgumentException("deadline must be finite, got " + deadlineSeconds.getAsDouble());
    }
  }

  /** Returns these terms with another weight. */
  public ShuffleTerms withWeight(double other) {
    return new ShuffleTerms(other, priority, deadlineSeconds);
  }

  /** Returns these terms with another priority. */
  public ShuffleTerms withPriority(int other) {
    return new ShuffleTerms(weight, other, deadlineSeconds);
  }

  /** Returns these terms with a deadline, in seconds. */
  public ShuffleTerms withDeadline(double seconds) {
    return new ShuffleTerms(weight, priority, OptionalDouble.of(seconds));
  }
}
