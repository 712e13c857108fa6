package dev.terra.controller.view;

import dev.terra.core.view.PrometheusText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** All figures of a controller for Prometheus. */
public final class ControllerMetricsText {
  private ControllerMetricsText() {}

  /** The metrics of a view. */
  public static PrometheusText of(ControllerView view) {
    Map<SortedMap<String, String>, LinkFigures> links = new LinkedHashMap<>();
    view.links().forEach((id, link) -> links.put(new TreeMap<>(Map.of("from", id.from().name(), "to", id.to().name())), link));
    Map<SortedMap<String, String>, AgentFigures> sites = new LinkedHashMap<>();
    view.agents().forEach((site, agent) -> sites.put(new TreeMap<>(Map.of("site", site.name())), agent));
    return new PrometheusText().addAll(ControllerMetric.values(), view).addEach(LinkMetric.values(), links)
        .addEach(SiteMetric.values(), sites);
  }
}
