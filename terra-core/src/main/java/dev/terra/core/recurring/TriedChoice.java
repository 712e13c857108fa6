package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What came of a run.
 *
 * @param choice the choice that it used
 * @param cost what it cost; where it was stopped, at least the cost at which it was
 * @param reached whether it reached its end with this choice
 */
public record TriedChoice(int choice, double cost, boolean reached) {
  /** Checks the range. */
  public TriedChoice {
    checkArgument(cost >= 0, "cost: expected at least 0, got %s", cost);
  }
}
