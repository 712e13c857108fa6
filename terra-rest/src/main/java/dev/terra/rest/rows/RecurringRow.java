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
    @Doc("Runs that have ended and count.") long runs,
    @Doc("Of these, those that returned to the usual settings, as they cost too much.") long returned,
    @Doc("How often all was forgotten, as costs had changed.") long restarts,
    @Doc("Whether its runs are only watched: they keep the usual settings.") boolean observed,
    @Doc("Whether settings are still tried one after another.") boolean exploring,
    @Doc("What runs with other settings have saved against the mean cost of the usual ones; below 0 where trying has cost more.")
        double saved,
    @Doc("The part of money in the cost, 0 to 1.") double eta,
    @Doc("What an hour of a run is worth.") double usdPerHour,
    @Doc("Settings that runs may have, from the cheapest paths on.") List<RecurringChoiceRow> choices) {
  /** Settings that a run may have. */
  @Doc("Settings that a run may have, and what is known of their cost.")
  public record RecurringChoiceRow(
      @Doc("Whether agents that compress chunks do so for it.") boolean compression,
      @Doc("What an hour is worth where paths are chosen, US dollars; null: time alone counts.") @Nullable Double usdPerHour,
      @Doc("Whether a job has these settings that does not learn.") boolean usual,
      @Doc("Whether they are still among those that runs use.") boolean left,
      @Doc("Runs with them that count.") int runs,
      @Doc("The mean cost of those that reached their end with them; null without any.") @Nullable Double meanCost,
      @Doc("What is believed of their mean cost: the middle; null where nothing is known.") @Nullable Double believedCost,
      @Doc("What is believed of their mean cost: the standard deviation; null where nothing is known.") @Nullable Double deviation) {}
}
