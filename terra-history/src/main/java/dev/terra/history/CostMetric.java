package dev.terra.history;

import dev.terra.core.cost.CostSum;
import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** The costs of the shuffles that have ended since the controller started. */
public enum CostMetric implements DescribedMetric<CostSum> {
  BYTES(MetricDescription.counter("bytes", "Data of ended shuffles that agents sent, repetitions included; on a path of several links, "
      + "they count once.",
      CostSum::bytes)),
  USD(MetricDescription.counter("US dollars", "The cost of this data at the prices of the topology.", CostSum::usd)),
  DETOUR_USD(MetricDescription.counter("US dollars", "The part of this cost that the cheapest paths would have saved.",
      CostSum::detourUsd)),
  JOULES(MetricDescription.counter("joules", "The energy of the network's devices for this data.", CostSum::joules)),
  CARBON_DIOXIDE_GRAMS(MetricDescription.counter("grams", "The carbon dioxide of that energy.", CostSum::grams));

  @SuppressWarnings("ImmutableEnumChecker") // the reading functions have no state
  private final MetricDescription<CostSum> description;

  CostMetric(MetricDescription<CostSum> description) {
    this.description = description;
  }

  @Override
  public String part() {
    return "cost";
  }

  @Override
  public MetricDescription<CostSum> description() {
    return description;
  }
}
