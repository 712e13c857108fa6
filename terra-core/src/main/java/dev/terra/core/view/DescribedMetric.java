package dev.terra.core.view;

import java.util.Locale;

/**
 * A metric that is a constant of an enum. The constant holds a description, and the constant's name gives the metric's id.
 *
 * @param <V> the type of the object from which the metric is read
 */
public interface DescribedMetric<V> extends Metric {
  /** Returns the part of Terra that has the metric. The metric's id begins with it. */
  String part();

  /** Returns the constant's name. */
  String name();

  /** Returns the description of the metric. */
  MetricDescription<V> description();

  @Override
  default String id() {
    return part() + "." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  default String unit() {
    return description().unit();
  }

  @Override
  default MetricKind kind() {
    return description().kind();
  }

  @Override
  default String sentence() {
    return description().sentence();
  }

  /** Returns the value of the metric, in the metric's unit. */
  default double read(V from) {
    return description().reading().applyAsDouble(from);
  }
}
