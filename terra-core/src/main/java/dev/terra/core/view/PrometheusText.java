package dev.terra.core.view;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Figures in Prometheus' text format, version 0.0.4: per metric two lines of comment, then one line for each value.
 *
 * <pre>{@code
 * # HELP terra_link_up Whether the link carries anything.
 * # TYPE terra_link_up gauge
 * terra_link_up{from="NY",to="LA"} 1
 * }</pre>
 */
public final class PrometheusText {
  /** What HTTP says that it is. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final StringBuilder text = new StringBuilder(4_096);
  private final Set<String> names = new HashSet<>();

  /** Adds a metric with one value, in the metric's own unit. */
  public PrometheusText add(Metric metric, double value) {
    head(metric);
    line(metric, "", value);
    return this;
  }

  /** Adds a metric with a value for each set of labels, in the order of the map. */
  public PrometheusText add(Metric metric, Map<SortedMap<String, String>, Double> values) {
    head(metric);
    values.forEach((labels, value) -> line(metric, braces(labels), value));
    return this;
  }

  /** Adds metrics with one value each, all read from one thing. */
  public <V> PrometheusText addAll(DescribedMetric<V>[] metrics, V from) {
    for (DescribedMetric<V> metric : metrics) {
      add(metric, metric.read(from));
    }
    return this;
  }

  /** Adds metrics with a value for each of several things, which have labels, in the order of the map. */
  public <V> PrometheusText addEach(DescribedMetric<V>[] metrics, Map<SortedMap<String, String>, V> things) {
    for (DescribedMetric<V> metric : metrics) {
      Map<SortedMap<String, String>, Double> values = new LinkedHashMap<>();
      things.forEach((labels, thing) -> values.put(labels, metric.read(thing)));
      add(metric, values);
    }
    return this;
  }

  private void head(Metric metric) {
    String name = metric.prometheusName();
    if (!names.add(name)) {
      throw new IllegalArgumentException("metric " + name + " is there already");
    }
    text.append("# HELP ").append(name).append(' ').append(metric.sentence().replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(metric.kind().name().toLowerCase(Locale.ROOT)).append('\n');
  }

  private void line(Metric metric, String labels, double value) {
    text.append(metric.prometheusName()).append(labels).append(' ').append(number(value * metric.toBaseUnit())).append('\n');
  }

  private static String braces(SortedMap<String, String> labels) {
    StringBuilder braces = new StringBuilder();
    labels.forEach((label, value) -> braces.append(braces.isEmpty() ? '{' : ',').append(label).append("=\"")
        .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")).append('"'));
    return braces.isEmpty() ? "" : braces.append('}').toString();
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
