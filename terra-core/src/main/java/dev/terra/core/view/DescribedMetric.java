package dev.terra.core.view;

import java.util.Locale;

/**
 * A metric that is a constant of an enum: the constant has its description, its name gives its id, and the rest follows.
 *
 * @param <V> what it is read from
 */
public interface DescribedMetric<V> extends Metric {
  /** The part of Terra whose figure it is: what its id begins with. */
  String part();

  /** The constant's name. */
  String name();

  /** What it is. */
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

  /** Its value, in its unit. */
  default double read(V from) {
    return description().reading().applyAsDouble(from);
  }
}
