package dev.terra.controller.view;

import dev.terra.core.view.Metric;
import dev.terra.core.view.MetricKind;

/** How long fetches of a latency class take between two sites. It has the labels of {@link ClassMetric}. */
public enum ClassLatencyMetric implements Metric {
  LATENCY;

  @Override
  public String id() {
    return "class.latency";
  }

  @Override
  public String unit() {
    return "seconds";
  }

  @Override
  public MetricKind kind() {
    return MetricKind.HISTOGRAM;
  }

  @Override
  public String sentence() {
    return "What an admitted fetch took from the first byte that its handler offered to its reader's end of the connection.";
  }
}
