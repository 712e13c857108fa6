package dev.terra.core.view;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Builds a text of figures in Prometheus' text format, version 0.0.4: for each metric two comment lines, then one line for each value.
 *
 * <pre>{@code
 * # HELP terra_link_up Whether the link carries anything.
 * # TYPE terra_link_up gauge
 * terra_link_up{from="NY",to="LA"} 1
 * }</pre>
 */
public final class PrometheusText {
  /** The content type of the text in HTTP. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** The label that holds a bucket's bound. */
  private static final String LE = "le";

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

  /** Adds a histogram, whose unit is seconds. */
  public PrometheusText add(Metric metric, Waits waits) {
    return addWaits(metric, Map.of(new TreeMap<>(), waits));
  }

  /** Adds a histogram for each set of labels, in the order of the map; the unit is seconds. */
  public PrometheusText addWaits(Metric metric, Map<SortedMap<String, String>, Waits> things) {
    head(metric);
    things.forEach((labels, waits) -> histogram(metric.prometheusName(), labels, waits));
    return this;
  }

  private void histogram(String name, SortedMap<String, String> labels, Waits waits) {
    long below = 0;
    for (int at = 0; at < Waits.BOUNDS_SECONDS.size(); at++) {
      below += waits.counts().get(at);
      line(name + "_bucket", bound(labels, number(Waits.BOUNDS_SECONDS.get(at))), (double) below);
    }
    line(name + "_bucket", bound(labels, "+Inf"), (double) waits.count());
    line(name + "_sum", braces(labels), waits.sumSeconds());
    line(name + "_count", braces(labels), (double) waits.count());
  }

  /** Adds metrics with one value each, all read from the same object. */
  public <V> PrometheusText addAll(DescribedMetric<V>[] metrics, V from) {
    for (DescribedMetric<V> metric : metrics) {
      add(metric, metric.read(from));
    }
    return this;
  }

  /** Adds metrics with a value for each of several objects, which have labels, in the order of the map. */
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
    line(metric.prometheusName(), labels, value * metric.toBaseUnit());
  }

  private void line(String name, String labels, double value) {
    text.append(name).append(labels).append(' ').append(number(value)).append('\n');
  }

  private static String braces(SortedMap<String, String> labels) {
    StringBuilder braces = new StringBuilder();
    labels.forEach((label, value) -> braces.append(braces.isEmpty() ? '{' : ',').append(label).append("=\"")
        .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")).append('"'));
    return braces.isEmpty() ? "" : braces.append('}').toString();
  }

  private static String bound(SortedMap<String, String> labels, String value) {
    SortedMap<String, String> all = new TreeMap<>(labels);
    all.put(LE, value);
    return braces(all);
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
