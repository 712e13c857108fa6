package dev.terra.schedule;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * How important a shuffle is to those who wait for it.
 *
 * @param weight its share of importance, above 0; 1 is ordinary
 * @param priority shuffles of a higher priority are served before all others; 0 is ordinary
 * @param deadlineSeconds by when it should be done, where that was asked for, on the clock of {@code nowSeconds} in
 *     {@link Scheduler#schedule}
 */
public record ShuffleTerms(double weight, int priority, OptionalDouble deadlineSeconds) {
  /** Weight 1, priority 0, no deadline. */
  public static final ShuffleTerms ORDINARY = new ShuffleTerms(1, 0, OptionalDouble.empty());

  /** The priority of a shuffle of which nothing moves: below all that may be asked for, and its negation is an int. */
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

  /** These terms with another weight. */
  public ShuffleTerms withWeight(double other) {
    return new ShuffleTerms(other, priority, deadlineSeconds);
  }

  /** These terms with another priority. */
  public ShuffleTerms withPriority(int other) {
    return new ShuffleTerms(weight, other, deadlineSeconds);
  }

  /** These terms with a deadline. */
  public ShuffleTerms withDeadline(double seconds) {
    return new ShuffleTerms(weight, priority, OptionalDouble.of(seconds));
  }
}
