package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The result of a run.
 *
 * @param choice the choice that the run used
 * @param cost the cost of the run; if it was stopped, at least the cost at which it was stopped
 * @param reached whether the run reached its end with this choice
 */
public record TriedChoice(int choice, double cost, boolean reached) {
  /** Checks the range. */
  public TriedChoice {
    checkArgument(cost >= 0, "cost: expected at least 0, got %s", cost);
  }
}
