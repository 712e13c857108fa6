package dev.terra.history;

import dev.terra.core.view.Metric;
import dev.terra.core.view.MetricKind;
import dev.terra.core.view.PrometheusText;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The figures of a history that is written. */
@SuppressWarnings("ImmutableEnumChecker") // readings are method references without state
public enum HistoryMetric implements Metric {
  WRITES("writes", MetricKind.COUNTER, "Writes that succeeded: one a second.", HistoryFigures::writes),
  FAILURES("writes", MetricKind.COUNTER, "Writes that failed.", HistoryFigures::failures),
  LOST_EVENTS("events", MetricKind.COUNTER, "Events that were gone before they could be written.", HistoryFigures::lostEvents),
  SIZE("bytes", MetricKind.GAUGE, "What the history's file holds.", HistoryFigures::bytes);

  private final String unit;
  private final MetricKind kind;
  private final String sentence;
  private final ToLongFunction<HistoryFigures> reading;

  HistoryMetric(String unit, MetricKind kind, String sentence, ToLongFunction<HistoryFigures> reading) {
    this.unit = unit;
    this.kind = kind;
    this.sentence = sentence;
    this.reading = reading;
  }

  /** Adds all of them. */
  public static PrometheusText addTo(PrometheusText text, HistoryFigures figures) {
    for (HistoryMetric metric : values()) {
      text.add(metric, (double) metric.reading.applyAsLong(figures));
    }
    return text;
  }

  @Override
  public String id() {
    return "history." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String unit() {
    return unit;
  }

  @Override
  public MetricKind kind() {
    return kind;
  }

  @Override
  public String sentence() {
    return sentence;
  }
}
