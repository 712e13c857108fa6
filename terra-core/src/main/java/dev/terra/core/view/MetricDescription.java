package dev.terra.core.view;

import java.util.function.ToDoubleFunction;

/**
 * What a metric is, besides its name.
 *
 * @param kind how it moves
 * @param unit what it counts
 * @param sentence what it means
 * @param reading its value, without state of its own
 * @param <V> what it is read from
 */
public record MetricDescription<V>(MetricKind kind, String unit, String sentence, ToDoubleFunction<V> reading) {
  /** The description of a value that never falls. */
  public static <V> MetricDescription<V> counter(String unit, String sentence, ToDoubleFunction<V> reading) {
    return new MetricDescription<>(MetricKind.COUNTER, unit, sentence, reading);
  }

  /** The description of a value that rises and falls. */
  public static <V> MetricDescription<V> gauge(String unit, String sentence, ToDoubleFunction<V> reading) {
    return new MetricDescription<>(MetricKind.GAUGE, unit, sentence, reading);
  }
}
