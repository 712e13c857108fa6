package dev.terra.history;

import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** The metrics of the recorded history. */
public enum HistoryMetric implements DescribedMetric<HistoryFigures> {
  WRITES(MetricDescription.counter("writes", "Writes that succeeded: one a second.", HistoryFigures::writes)),
  FAILURES(MetricDescription.counter("writes", "Writes that failed.", HistoryFigures::failures)),
  LOST_EVENTS(MetricDescription.counter("events", "Events that were lost because the controller discarded them before they could be "
      + "written.", HistoryFigures::lostEvents)),
  SIZE(MetricDescription.gauge("bytes", "The size of the history's file.", HistoryFigures::bytes));

  @SuppressWarnings("ImmutableEnumChecker") // the reading functions have no state
  private final MetricDescription<HistoryFigures> description;

  HistoryMetric(MetricDescription<HistoryFigures> description) {
    this.description = description;
  }

  @Override
  public String part() {
    return "history";
  }

  @Override
  public MetricDescription<HistoryFigures> description() {
    return description;
  }
}
