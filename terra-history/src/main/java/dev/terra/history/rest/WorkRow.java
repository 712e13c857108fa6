package dev.terra.history.rest;

import dev.terra.core.cost.WorkCost;
import dev.terra.rest.api.Doc;

/** The cost of agents' work. */
@Doc("What the work of a site's agents, or of a day, cost.")
public record WorkRow(
    @Doc("The site or the day.") String name,
    @Doc("Processor time of the agents, as they reported it.") double processorSeconds,
    @Doc("US dollars, at the price of a core hour in the topology when it was reported.") double usd,
    @Doc("Energy of these cores, at the power of a core in the topology.") double joules,
    @Doc("Carbon dioxide of that energy.") double gramsCo2) {
  static WorkRow of(String name, WorkCost cost) {
    return new WorkRow(name, cost.processorSeconds(), cost.usd(), cost.joules(), cost.grams());
  }
}
