package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job that recurs. */
@Doc("A job that recurs, and what its runs have cost: eta x US dollars + (1 - eta) x the value of time x hours.")
public record RecurringRow(
    @Doc("The user, the queue and the name that its runs have in common.") String id,
    @Doc("Its user.") String user,
    @Doc("Its queue.") String queue,
    @Doc("The name that its runs have in common; numbers and dates are #.") String name,
    @Doc("Runs that are under way.") int running,
    @Doc("Runs that have ended, and whose costs count.") long runs,
    @Doc("Runs that returned to the usual settings because they would have cost too much.") long returned,
    @Doc("How often the results were discarded because costs had changed.") long restarts,
    @Doc("Whether its runs are only observed, and keep the usual settings.") boolean observed,
    @Doc("Whether settings are still tried one after another.") boolean exploring,
    @Doc("What runs with other settings have saved, compared with the mean cost of the usual settings; below 0 if trials have cost more.")
        double saved,
    @Doc("The part of money in the cost, 0 to 1.") double eta,
    @Doc("What an hour of a run is worth, US dollars.") double usdPerHour,
    @Doc("The settings that runs may have, beginning with those for the cheapest paths.") List<RecurringChoiceRow> choices) {
  /** Settings that a run may have. */
  @Doc("Settings that a run may have, and their cost as far as it is known.")
  public record RecurringChoiceRow(
      @Doc("Whether agents that compress chunks compress those of the run.") boolean compression,
      @Doc("What an hour is worth where paths are chosen, US dollars; null: time alone counts.") @Nullable Double usdPerHour,
      @Doc("Whether these are the settings of jobs that do not learn.") boolean usual,
      @Doc("Whether runs still use these settings.") boolean left,
      @Doc("The number of runs with these settings that count.") int runs,
      @Doc("The mean cost of the runs that ended with these settings; null if there is none.") @Nullable Double meanCost,
      @Doc("The estimate of their mean cost; null if nothing is known.") @Nullable Double believedCost,
      @Doc("The standard deviation of this estimate; null if nothing is known.") @Nullable Double deviation) {}
}
