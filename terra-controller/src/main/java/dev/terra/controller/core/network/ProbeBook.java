package dev.terra.controller.core.network;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.v1.ProbeReport;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The open requests to all agents for what they have counted, and the answers so far. This class is used on the controller's thread only.
 */
final class ProbeBook {
  /** The most open requests. Operators make one after the other. The oldest are dropped, since their callers have left. */
  private static final int MAX_QUESTIONS = 16;

  private final Map<Long, Open> open = new BoundedMap<>(MAX_QUESTIONS);
  private long lastNumber;

  private record Open(Set<SiteId> missing, Map<SiteId, ProbeReport> answers, Consumer<Map<SiteId, ProbeReport>> answered) {}

  /**
   * Opens a request to the agents of some sites.
   *
   * @param answered called with all answers once they are there
   * @return the request's number
   */
  long ask(Set<SiteId> sites, Consumer<Map<SiteId, ProbeReport>> answered) {
    lastNumber++;
    if (sites.isEmpty()) {
      answered.accept(Map.of());
    } else {
      open.put(lastNumber, new Open(new HashSet<>(sites), new HashMap<>(), answered));
    }
    return lastNumber;
  }

  /** Adds the answer of an agent. */
  void answer(SiteId site, ProbeReport report) {
    Open asked = open.get(report.getNumber());
    if (asked != null && asked.missing.remove(site)) {
      asked.answers.put(site, report);
      if (asked.missing.isEmpty()) {
        open.remove(report.getNumber());
        asked.answered.accept(ImmutableMap.copyOf(asked.answers));
      }
    }
  }
}
