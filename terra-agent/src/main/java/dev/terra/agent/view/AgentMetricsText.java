package dev.terra.agent.view;

import dev.terra.core.view.PrometheusText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** All figures of an agent for Prometheus. */
public final class AgentMetricsText {
  private AgentMetricsText() {}

  /** Those of a view. */
  public static String of(AgentView view) {
    PrometheusText text = new PrometheusText();
    for (AgentMetric metric : AgentMetric.values()) {
      text.add(metric, (double) metric.of(view));
    }
    for (TunnelMetric metric : TunnelMetric.values()) {
      Map<SortedMap<String, String>, Double> values = new LinkedHashMap<>();
      view.tunnels().forEach(tunnel -> values.put(new TreeMap<>(Map.of("path", tunnel.path().toString())), metric.read(tunnel)));
      text.add(metric, values);
    }
    return text.toString();
  }
}
