package dev.terra.controller.view;

import com.google.common.collect.ImmutableSortedMap;
import dev.terra.core.recurring.CostBelief;
import dev.terra.core.recurring.TriedChoice;
import java.util.OptionalDouble;

/**
 * A job that recurs, as others may see it.
 *
 * @param state what outlives a controller
 * @param running how many runs are under way
 * @param isObserved whether its runs are only watched
 * @param isExploring whether choices are still tried one after another
 * @param beliefs what is believed of the mean cost of each choice that is left, by its place
 */
public record RecurringFigures(RecurringState state, int running, boolean isObserved, boolean isExploring,
    ImmutableSortedMap<Integer, CostBelief> beliefs) {
  /** The mean cost of the runs that count and reached their end with a choice; empty where there is none. */
  public OptionalDouble meanCost(int choice) {
    return state.results().stream().filter(result -> result.choice() == choice && result.reached()).mapToDouble(TriedChoice::cost)
        .average();
  }
}
