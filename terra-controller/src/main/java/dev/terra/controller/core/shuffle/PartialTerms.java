package dev.terra.controller.core.shuffle;

import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.cost.CostGoal;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The terms that one source sets for a shuffle or a queue. It leaves the other terms to other sources.
 *
 * @param weight {@value #LEAST_WEIGHT} to {@value #LARGEST_WEIGHT}
 * @param priority {@value #LOWEST_PRIORITY} to {@value #HIGHEST_PRIORITY}
 * @param deadlineSeconds when it should be done, in seconds since the controller started
 * @param saidGoal whether money or time is more important; null if the source does not set this
 */
public record PartialTerms(OptionalDouble weight, OptionalInt priority, OptionalDouble deadlineSeconds, @Nullable CostGoal saidGoal) {
  /** The terms of a source that sets nothing. */
  public static final PartialTerms NONE = new PartialTerms(OptionalDouble.empty(), OptionalInt.empty(), OptionalDouble.empty());
  /** The least weight. Weights differ by at most a factor of a million; a larger factor would have the effect of a priority. */
  public static final double LEAST_WEIGHT = 0.001;
  /** The largest weight. See {@link #LEAST_WEIGHT}. */
  public static final double LARGEST_WEIGHT = 1000;
  /** The lowest priority. The range has more levels than operators need. */
  public static final int LOWEST_PRIORITY = -100;
  /** The highest priority. See {@link #LOWEST_PRIORITY}. */
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

  /** Creates terms that set no goal for money or time. */
  public PartialTerms(OptionalDouble weight, OptionalInt priority, OptionalDouble deadlineSeconds) {
    this(weight, priority, deadlineSeconds, null);
  }

  /** Returns whether money or time is more important. Time alone counts if the source does not set this. */
  public CostGoal goal() {
    return saidGoal == null ? CostGoal.TIME : saidGoal;
  }

  /** Returns these terms with a goal. */
  public PartialTerms withGoal(@Nullable CostGoal goal) {
    return new PartialTerms(weight, priority, deadlineSeconds, goal);
  }

  /** Returns these terms, with gaps filled from another object. */
  public PartialTerms or(PartialTerms other) {
    return new PartialTerms(weight.isPresent() ? weight : other.weight, priority.isPresent() ? priority : other.priority,
        deadlineSeconds.isPresent() ? deadlineSeconds : other.deadlineSeconds, saidGoal != null ? saidGoal : other.saidGoal);
  }

  /** Returns these terms, with gaps filled by the ordinary ones. A deadline that has passed is dropped, as it cannot be met. */
  public ShuffleTerms at(long nowNanos) {
    boolean ahead = deadlineSeconds.isPresent() && deadlineSeconds.getAsDouble() > nowNanos / 1e9;
    return new ShuffleTerms(weight.orElse(ShuffleTerms.ORDINARY.weight()), priority.orElse(ShuffleTerms.ORDINARY.priority()),
        ahead ? deadlineSeconds : OptionalDouble.empty());
  }
}
