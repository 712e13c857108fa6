package dev.terra.core.view;

import java.util.Map;

/** A figure that a part of Terra has: what it counts and what it means. Where it is read from is its owner's business. */
public interface Metric {
  /** Its name, such as {@code controller.round-time}: lower case, words with hyphens between them, parts with dots. */
  String id();

  /** What it counts. */
  String unit();

  /** How it moves. */
  MetricKind kind();

  /** What it means, one sentence. */
  String sentence();

  /**
   * Its name for Prometheus: in base units, which the name ends with, and {@code _total} for what only grows. Example:
   * {@code controller.round-time} in milliseconds is {@code terra_controller_round_time_seconds}.
   */
  default String prometheusName() {
    String name = "terra_" + id().replace('.', '_').replace('-', '_');
    String base = BaseUnit.of(unit()).suffix();
    String named = base.isEmpty() || name.endsWith("_" + base) ? name : name + "_" + base;
    return kind() == MetricKind.COUNTER ? named + "_total" : named;
  }

  /** What a value in its unit is multiplied with, to be one in the base unit. */
  default double toBaseUnit() {
    return BaseUnit.of(unit()).factor();
  }

  /**
   * The unit that Prometheus has for one of ours.
   *
   * @param suffix what names of metrics end with; empty for mere numbers of things, which the name says
   * @param factor from ours to it
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
