package dev.terra.controller.view;

import dev.terra.core.view.PrometheusText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** All figures of a controller for Prometheus. */
public final class ControllerMetricsText {
  private ControllerMetricsText() {}

  /** Those of a view. */
  public static PrometheusText of(ControllerView view) {
    PrometheusText text = new PrometheusText();
    for (ControllerMetric metric : ControllerMetric.values()) {
      text.add(metric, metric.read(view));
    }
    for (LinkMetric metric : LinkMetric.values()) {
      Map<SortedMap<String, String>, Double> values = new LinkedHashMap<>();
      view.links().forEach((id, link) ->
          values.put(new TreeMap<>(Map.of("from", id.from().name(), "to", id.to().name())), metric.read(link)));
      text.add(metric, values);
    }
    for (SiteMetric metric : SiteMetric.values()) {
      Map<SortedMap<String, String>, Double> values = new LinkedHashMap<>();
      view.agents().forEach((site, agent) -> values.put(new TreeMap<>(Map.of("site", site.name())), metric.read(agent)));
      text.add(metric, values);
    }
    return text;
  }
}
