package dev.terra.agent.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** Makes the response to {@code GET /v1/stats}. Pure. */
public final class StatsJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StatsJson() {}

  /** Returns the bytes of the JSON object. */
  public static byte[] of(AgentView view) {
    ObjectNode root = JSON.createObjectNode().put("atMillis", view.atMillis()).put("site", view.identity().site())
        .put("agent", view.identity().agent()).put("session", Long.toHexString(view.identity().session()));
    view.tls().ifPresent(tls ->
        root.putObject("tls").put("identity", tls.identity()).put("validUntil", tls.validUntil().toString()));
    ArrayNode paths = root.putArray("paths");
    view.deliveredBytes().forEach((path, bytes) -> {
      ObjectNode node = paths.addObject().put("to", path.to().name());
      sites(node.putArray("path"), path);
      node.put("deliveredBytes", bytes);
    });
    root.put("outstandingBytes", view.outstandingBytes()).put("requestedOutstandingBytes", view.requestedOutstandingBytes())
        .put("compressionShare", view.compressionShare());
    root.putObject("spool")
        .put("memoryBytes", view.spool().memoryBytes()).put("memoryUsedBytes", view.spool().memoryUsedBytes())
        .put("diskBytes", view.spool().diskBytes()).put("diskUsedBytes", view.spool().diskUsedBytes())
        .put("aheadBytes", view.spool().aheadBytes()).put("diskFailed", view.spool().diskFailed());
    tunnels(root.putArray("tunnels"), view.tunnels());
    ArrayNode handlers = root.putArray("handlers");
    view.handlers().forEach((ip, counters) -> counters(handlers.addObject().put("ip", ip).putObject("counters"), counters));
    ObjectNode metrics = root.putObject("metrics");
    for (AgentMetric metric : AgentMetric.values()) {
      metrics.put(metric.id(), (long) metric.read(view));
    }
    ArrayNode events = root.putArray("events");
    view.events().forEach(event -> events.addObject().put("atMillis", event.atMillis()).put("what", event.what())
        .put("severity", event.kind().severity().name()).put("target", event.target()).put("detail", event.detail()));
    try {
      return JSON.writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sites(ArrayNode array, Path path) {
    path.sites().stream().map(SiteId::name).forEach(array::add);
  }

  private static void tunnels(ArrayNode array, List<AgentView.TunnelState> tunnels) {
    for (AgentView.TunnelState tunnel : tunnels) {
      ObjectNode node = array.addObject().put("to", tunnel.path().to().name());
      sites(node.putArray("path"), tunnel.path());
      node.put("up", tunnel.up()).put("connections", tunnel.connections()).put("rttMicros", tunnel.rttMicros());
    }
  }

  private static void counters(ObjectNode node, ShuffleCounters counters) {
    node.put("redirectedFetches", counters.getRedirectedFetches())
        .put("relayedBytes", counters.getRelayedBytes())
        .put("stockBytes", counters.getStockBytes())
        .put("bypassedBytes", counters.getBypassedBytes())
        .put("localBytes", counters.getLocalBytes())
        .put("fallbacks", counters.getFallbacks());
  }
}
