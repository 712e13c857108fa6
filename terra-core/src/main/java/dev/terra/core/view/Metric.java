package dev.terra.core.view;

import java.util.Map;

/**
 * A figure of a part of Terra: its name, what it counts, and what it means. The part that owns the figure decides from where it is read.
 */
public interface Metric {
  /**
   * Returns the name of the metric, such as {@code controller.round-time}: in lower case, with hyphens between words and dots between
   * parts.
   */
  String id();

  /** Returns the unit of the metric. */
  String unit();

  /** Returns how the metric moves. */
  MetricKind kind();

  /** Returns what the metric means, in one sentence. */
  String sentence();

  /**
   * Returns the name of the metric for Prometheus. The name ends with the base unit, and with {@code _total} if the metric never falls.
   * Example: {@code controller.round-time} in milliseconds is {@code terra_controller_round_time_seconds}.
   */
  default String prometheusName() {
    String name = "terra_" + id().replace('.', '_').replace('-', '_');
    String base = BaseUnit.of(unit()).suffix();
    String named = base.isEmpty() || name.endsWith("_" + base) ? name : name + "_" + base;
    return kind() == MetricKind.COUNTER ? named + "_total" : named;
  }

  /** Returns the factor that converts a value from the metric's unit to the base unit. */
  default double toBaseUnit() {
    return BaseUnit.of(unit()).factor();
  }

  /**
   * The base unit of Prometheus for a unit of Terra.
   *
   * @param suffix the end of the names of metrics with this unit; empty for counts of things, which the metric's name states
   * @param factor the factor that converts a value from Terra's unit to the base unit
   */
  record BaseUnit(String suffix, double factor) {
    private static final BaseUnit NUMBER = new BaseUnit("", 1);
    private static final Map<String, BaseUnit> KNOWN = Map.of(
        "seconds", new BaseUnit("seconds", 1),
        "milliseconds", new BaseUnit("seconds", 1e-3),
        "microseconds", new BaseUnit("seconds", 1e-6),
        "bytes", new BaseUnit("bytes", 1),
        "bytes/s", new BaseUnit("bytes_per_second", 1),
        "ratio", new BaseUnit("ratio", 1));

    static BaseUnit of(String unit) {
      return KNOWN.getOrDefault(unit, NUMBER);
    }
  }
}
