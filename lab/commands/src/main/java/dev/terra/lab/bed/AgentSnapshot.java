package dev.terra.lab.bed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statistics of one agent at one moment.
 *
 * @param atMillis the time of the statistics, since the epoch, by the wall clock of the agent's machine
 * @param session differs after each start of the agent, after which everything is counted from 0 again
 * @param deliveredByPath acknowledged bytes by the path's sites
 * @param outstandingBytes known, placed, eligible bytes of the agent's site that are not yet delivered
 * @param events the newest events of the agent, oldest first
 */
public record AgentSnapshot(long atMillis, String session, Map<List<String>, Long> deliveredByPath, long outstandingBytes,
    List<Event> events) {
  /** An event at the agent. */
  public record Event(long atMillis, String what, String target, String detail) {}

  /** Returns the bytes that the agent has delivered by all paths. */
  public long deliveredBytes() {
    return deliveredByPath.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Reads the answer to {@code GET /v1/stats}. */
  public static AgentSnapshot of(JsonNode stats) {
    Map<List<String>, Long> delivered = new LinkedHashMap<>();
    for (JsonNode path : stats.path("paths")) {
      List<String> sites = new ArrayList<>();
      path.path("path").forEach(site -> sites.add(site.asText()));
      delivered.merge(sites, path.path("deliveredBytes").asLong(), Long::sum);
    }
    List<Event> events = new ArrayList<>();
    for (JsonNode event : stats.path("events")) {
      events.add(new Event(event.path("atMillis").asLong(), event.path("what").asText(), event.path("target").asText(),
          event.path("detail").asText()));
    }
    return new AgentSnapshot(stats.path("atMillis").asLong(), stats.path("session").asText(), delivered,
        stats.path("outstandingBytes").asLong(), events);
  }
}
