package dev.terra.agent.stats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The answer to {@code GET /v1/stats}. Pure. */
public final class StatsJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StatsJson() {}

  /** All that goes into it. */
  public record Snapshot(
      String site, String agent, long session, Map<Path, Long> deliveredBytes, List<Outbox.Progress> bundles, Spool.Usage spool,
      List<Tunnels.Status> tunnels, Map<String, ShuffleCounters> handlers, List<Events.Event> events, Optional<TlsFiles> tls) {}

  /** The bytes of the JSON object. */
  public static byte[] of(Snapshot snapshot) {
    ObjectNode root = JSON.createObjectNode().put("site", snapshot.site).put("agent", snapshot.agent)
        .put("session", Long.toHexString(snapshot.session));
    snapshot.tls.ifPresent(tls ->
        root.putObject("tls").put("identity", tls.identity().uri()).put("validUntil", tls.validUntil().toString()));
    ArrayNode paths = root.putArray("paths");
    snapshot.deliveredBytes.forEach((path, bytes) -> {
      ObjectNode node = paths.addObject().put("to", path.to().name());
      sites(node.putArray("path"), path);
      node.put("deliveredBytes", bytes);
    });
    root.put("outstandingBytes", snapshot.bundles.stream().mapToLong(Outbox.Progress::outstanding).sum());
    root.put("requestedOutstandingBytes", snapshot.bundles.stream().mapToLong(Outbox.Progress::requestedOutstanding).sum());
    root.putObject("spool")
        .put("memoryBytes", snapshot.spool.memoryBytes()).put("memoryUsedBytes", snapshot.spool.memoryUsedBytes())
        .put("diskBytes", snapshot.spool.diskBytes()).put("diskUsedBytes", snapshot.spool.diskUsedBytes())
        .put("aheadBytes", snapshot.spool.aheadBytes()).put("diskFailed", snapshot.spool.diskFailed());
    tunnels(root.putArray("tunnels"), snapshot.tunnels);
    ArrayNode handlers = root.putArray("handlers");
    snapshot.handlers.forEach((ip, counters) -> counters(handlers.addObject().put("ip", ip).putObject("counters"), counters));
    ArrayNode events = root.putArray("events");
    snapshot.events.forEach(event -> events.addObject().put("atMillis", event.atMillis()).put("what", event.what())
        .put("target", event.target()).put("detail", event.detail()));
    try {
      return JSON.writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sites(ArrayNode array, Path path) {
    path.sites().stream().map(SiteId::name).forEach(array::add);
  }

  private static void tunnels(ArrayNode array, List<Tunnels.Status> tunnels) {
    for (Tunnels.Status status : tunnels) {
      ObjectNode node = array.addObject().put("to", status.path().to().name());
      sites(node.putArray("path"), status.path());
      node.put("up", status.tunnel().isPresent());
      node.put("connections", status.connections().size());
      node.put("rttMicros", TimeUnit.NANOSECONDS.toMicros(status.tunnel().map(Tunnel::rttNanos).orElse(0L)));
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
