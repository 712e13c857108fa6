package dev.terra.controller.view;

import dev.terra.core.view.PrometheusText;
import dev.terra.core.view.Waits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes all metrics of a controller for Prometheus. */
public final class ControllerMetricsText {
  private ControllerMetricsText() {}

  /** Returns the metrics of a view. */
  public static PrometheusText of(ControllerView view) {
    Map<SortedMap<String, String>, LinkFigures> links = new LinkedHashMap<>();
    view.links().forEach((id, link) -> links.put(new TreeMap<>(Map.of("from", id.from().name(), "to", id.to().name())), link));
    Map<SortedMap<String, String>, AgentFigures> sites = new LinkedHashMap<>();
    view.agents().forEach((site, agent) -> sites.put(new TreeMap<>(Map.of("site", site.name())), agent));
    Map<SortedMap<String, String>, ClassFigures> classes = new LinkedHashMap<>();
    Map<SortedMap<String, String>, Waits> latencies = new LinkedHashMap<>();
    view.classes().forEach(figures -> {
      SortedMap<String, String> labels = new TreeMap<>(Map.of("class", figures.target().latencyClass().word(),
          "from", figures.pair().from().name(), "to", figures.pair().to().name()));
      classes.put(labels, figures);
      latencies.put(labels, figures.latencies());
    });
    return new PrometheusText().addAll(ControllerMetric.values(), view).addEach(LinkMetric.values(), links)
        .addEach(SiteMetric.values(), sites).addEach(ClassMetric.values(), classes).addWaits(ClassLatencyMetric.LATENCY, latencies);
  }
}
