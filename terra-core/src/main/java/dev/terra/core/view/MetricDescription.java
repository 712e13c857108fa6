package dev.terra.core.view;

import java.util.function.ToDoubleFunction;

/**
 * The description of a metric: everything except its name.
 *
 * @param kind how the metric moves
 * @param unit the unit of the metric
 * @param sentence what the metric means, in one sentence
 * @param reading reads the value of the metric; it has no state
 * @param <V> the type of the object from which the metric is read
 */
public record MetricDescription<V>(MetricKind kind, String unit, String sentence, ToDoubleFunction<V> reading) {
  /** Returns the description of a value that never falls. */
  public static <V> MetricDescription<V> counter(String unit, String sentence, ToDoubleFunction<V> reading) {
    return new MetricDescription<>(MetricKind.COUNTER, unit, sentence, reading);
  }

  /** Returns the description of a value that rises and falls. */
  public static <V> MetricDescription<V> gauge(String unit, String sentence, ToDoubleFunction<V> reading) {
    return new MetricDescription<>(MetricKind.GAUGE, unit, sentence, reading);
  }
}
