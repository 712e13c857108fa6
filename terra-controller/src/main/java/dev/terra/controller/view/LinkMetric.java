package dev.terra.controller.view;

import dev.terra.core.view.Metric;
import dev.terra.core.view.MetricKind;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The figures of one direction of a link, labelled with {@code from} and {@code to}. */
@SuppressWarnings("ImmutableEnumChecker") // readings are lambdas without state
public enum LinkMetric implements Metric {
  UP("0 or 1", "Whether the link carries anything.", link -> link.up() ? 1 : 0),
  CAPACITY("bytes/s", "What the link can carry by the topology.", link -> link.nominal().bytesPerSecond()),
  MEASURED_CAPACITY("bytes/s", "What the link was last found to carry; what it can carry by the topology where nobody has measured.",
      link -> link.measured().map(MeasuredCapacity::capacity).orElse(link.nominal()).bytesPerSecond()),
  ALLOCATED("bytes/s", "The rates that the last schedule gave to all bundles on the link.", link -> link.allocated().bytesPerSecond());

  private final String unit;
  private final String sentence;
  private final ToDoubleFunction<LinkFigures> reading;

  LinkMetric(String unit, String sentence, ToDoubleFunction<LinkFigures> reading) {
    this.unit = unit;
    this.sentence = sentence;
    this.reading = reading;
  }

  @Override
  public String id() {
    return "link." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String unit() {
    return unit;
  }

  @Override
  public MetricKind kind() {
    return MetricKind.GAUGE;
  }

  @Override
  public String sentence() {
    return sentence;
  }

  /** Its value of a link. */
  public double read(LinkFigures link) {
    return reading.applyAsDouble(link);
  }
}
