package dev.terra.agent.view;

import dev.terra.agent.cache.CacheUse.QueueMemory;
import dev.terra.core.view.PrometheusText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes all metrics of an agent in Prometheus's format. */
public final class AgentMetricsText {
  private AgentMetricsText() {}

  /** Returns the metrics of a view. */
  public static String of(AgentView view) {
    Map<SortedMap<String, String>, AgentView.TunnelState> tunnels = new LinkedHashMap<>();
    view.tunnels().forEach(tunnel -> tunnels.put(new TreeMap<>(Map.of("path", tunnel.path().toString())), tunnel));
    Map<SortedMap<String, String>, QueueMemory> queues = new LinkedHashMap<>();
    view.cache().queues().forEach((queue, memory) -> queues.put(new TreeMap<>(Map.of("queue", queue)), memory));
    return new PrometheusText().addAll(AgentMetric.values(), view)
        .add(WaitMetric.FIRST_BYTE, view.waits().firstByte()).add(WaitMetric.LAST_BYTE, view.waits().lastByte())
        .addEach(TunnelMetric.values(), tunnels).addEach(CacheQueueMetric.values(), queues).toString();
  }
}
