package dev.terra.history;

import dev.terra.core.cost.WorkCost;
import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** The costs of agents' work since the controller started. */
public enum WorkMetric implements DescribedMetric<WorkCost> {
  PROCESSOR_SECONDS(MetricDescription.counter("seconds", "Processor time of agents, as they reported it.", WorkCost::processorSeconds)),
  USD(MetricDescription.counter("US dollars", "The cost of this processor time at the prices of the topology's sites.", WorkCost::usd)),
  JOULES(MetricDescription.counter("joules", "The energy of these cores.", WorkCost::joules)),
  CARBON_DIOXIDE_GRAMS(MetricDescription.counter("grams", "The carbon dioxide of that energy.", WorkCost::grams));

  @SuppressWarnings("ImmutableEnumChecker") // the reading functions have no state
  private final MetricDescription<WorkCost> description;

  WorkMetric(MetricDescription<WorkCost> description) {
    this.description = description;
  }

  @Override
  public String part() {
    return "work";
  }

  @Override
  public MetricDescription<WorkCost> description() {
    return description;
  }
}
