package dev.terra.controller.view;

import dev.terra.core.latency.PromiseWatch.Verdict;
import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** How a latency class with a promise performs between two sites, labelled with {@code class}, {@code from} and {@code to}. */
public enum ClassMetric implements DescribedMetric<ClassFigures> {
  PROMISE_KEPT(MetricDescription.gauge("0 or 1", "Zero if the class missed its target in the last minute with fetches, otherwise one.",
      figures -> figures.verdict() == Verdict.MISSED ? 0 : 1)),
  ADMITTED_SHARE(MetricDescription.gauge("ratio", "The share of the class's fetches that is admitted now.", ClassFigures::share)),
  ADMITTED_FETCHES(MetricDescription.counter("fetches", "Fetches that were admitted to the class.",
      figures -> figures.counts().admitted())),
  DOWNGRADED_FETCHES(MetricDescription.counter("fetches", "Fetches that were not admitted, and went as bulk.",
      figures -> figures.counts().downgraded())),
  TUNNEL_FETCHES(MetricDescription.counter("fetches", "Small fetches that went by tunnels, ahead of bulk.",
      figures -> figures.counts().byTunnels())),
  KEPT_FETCHES(MetricDescription.counter("fetches",
      "Admitted fetches that were measured and kept the target.", figures -> figures.counts().kept()));

  @SuppressWarnings("ImmutableEnumChecker") // the reading functions have no state
  private final MetricDescription<ClassFigures> description;

  ClassMetric(MetricDescription<ClassFigures> description) {
    this.description = description;
  }

  @Override
  public String part() {
    return "class";
  }

  @Override
  public MetricDescription<ClassFigures> description() {
    return description;
  }
}
