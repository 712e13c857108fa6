package dev.terra.agent.view;

import dev.terra.core.view.Metric;
import dev.terra.core.view.MetricKind;

/** The times that readers wait for fetches that go through Terra. */
public enum WaitMetric implements Metric {
  FIRST_BYTE("fetch.first-byte-wait", "What a reader waits from its request to the first byte; of those that had one."),
  LAST_BYTE("fetch.last-byte-wait", "What a reader waits from its request to the last byte; of those that had all.");

  private final String id;
  private final String sentence;

  WaitMetric(String id, String sentence) {
    this.id = id;
    this.sentence = sentence;
  }

  @Override
  public String id() {
    return id;
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
    return sentence;
  }
}
