package dev.terra.controller.view;

import com.google.common.collect.ImmutableSortedMap;
import dev.terra.core.recurring.CostBelief;
import dev.terra.core.recurring.TriedChoice;
import java.util.OptionalDouble;

/**
 * A recurring job, as it is shown to users.
 *
 * @param state the part of the state that outlives a controller
 * @param running how many runs are under way
 * @param isObserved whether its runs are only observed
 * @param isExploring whether choices are still tried one after another
 * @param beliefs the estimate of the mean cost of each choice that is left, by the choice's place
 */
public record RecurringFigures(RecurringState state, int running, boolean isObserved, boolean isExploring,
    ImmutableSortedMap<Integer, CostBelief> beliefs) {
  /** Returns the mean cost of the runs that count and kept a choice to their end; empty if there are none. */
  public OptionalDouble meanCost(int choice) {
    return state.results().stream().filter(result -> result.choice() == choice && result.reached()).mapToDouble(TriedChoice::cost)
        .average();
  }
}
