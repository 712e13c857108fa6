package dev.terra.controller.core.shuffle;

import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.cost.CostGoal;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What one source says of the terms of a shuffle or a queue; the rest is left to others.
 *
 * @param weight {@value #LEAST_WEIGHT} to {@value #LARGEST_WEIGHT}
 * @param priority {@value #LOWEST_PRIORITY} to {@value #HIGHEST_PRIORITY}
 * @param deadlineSeconds by when it should be done, since the controller started
 * @param saidGoal what is more important, money or time; null: nothing was said
 */
public record PartialTerms(OptionalDouble weight, OptionalInt priority, OptionalDouble deadlineSeconds, @Nullable CostGoal saidGoal) {
  /** Nothing was said. */
  public static final PartialTerms NONE = new PartialTerms(OptionalDouble.empty(), OptionalInt.empty(), OptionalDouble.empty());
  /** The bounds of a weight: a million times as important is as good as a priority. */
  public static final double LEAST_WEIGHT = 0.001;
  /** See {@link #LEAST_WEIGHT}. */
  public static final double LARGEST_WEIGHT = 1000;
  /** The bounds of a priority: more levels than operators need. */
  public static final int LOWEST_PRIORITY = -100;
  /** See {@link #LOWEST_PRIORITY}. */
  public static final int HIGHEST_PRIORITY = 100;

  /** Checks the ranges. */
  public PartialTerms {
    Objects.requireNonNull(deadlineSeconds, "deadlineSeconds");
    double heavy = weight.orElse(1);
    if (!(heavy >= LEAST_WEIGHT && heavy <= LARGEST_WEIGHT)) {
      throw new IllegalArgumentException("expected a weight of " + LEAST_WEIGHT + " to " + LARGEST_WEIGHT + ", got " + heavy);
    }
    int high = priority.orElse(0);
    if (high < LOWEST_PRIORITY || high > HIGHEST_PRIORITY) {
      throw new IllegalArgumentException("expected a priority of " + LOWEST_PRIORITY + " to " + HIGHEST_PRIORITY + ", got " + high);
    }
    if (!Double.isFinite(deadlineSeconds.orElse(0))) {
      throw new IllegalArgumentException("expected a finite deadline, got " + deadlineSeconds.getAsDouble());
    }
  }

  /** Terms that say nothing of money. */
  public PartialTerms(OptionalDouble weight, OptionalInt priority, OptionalDouble deadlineSeconds) {
    this(weight, priority, deadlineSeconds, null);
  }

  /** What is more important, money or time; time alone where nothing was said. */
  public CostGoal goal() {
    return saidGoal == null ? CostGoal.TIME : saidGoal;
  }

  /** These terms with a goal. */
  public PartialTerms withGoal(@Nullable CostGoal goal) {
    return new PartialTerms(weight, priority, deadlineSeconds, goal);
  }

  /** These terms, with gaps filled from another object. */
  public PartialTerms or(PartialTerms other) {
    return new PartialTerms(weight.isPresent() ? weight : other.weight, priority.isPresent() ? priority : other.priority,
        deadlineSeconds.isPresent() ? deadlineSeconds : other.deadlineSeconds, saidGoal != null ? saidGoal : other.saidGoal);
  }

  /** These terms, with gaps filled by the ordinary ones. A deadline that has passed is dropped, as it cannot be met. */
  public ShuffleTerms at(long nowNanos) {
    boolean ahead = deadlineSeconds.isPresent() && deadlineSeconds.getAsDouble() > nowNanos / 1e9;
    return new ShuffleTerms(weight.orElse(ShuffleTerms.ORDINARY.weight()), priority.orElse(ShuffleTerms.ORDINARY.priority()),
        ahead ? deadlineSeconds : OptionalDouble.empty());
  }
}
