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

/** Questions to all agents for what they have counted, and who has answered. On the controller's thread. */
final class ProbeBook {
  /** Operators ask one after the other; probes whose caller has left give way. */
  private static final int MAX_QUESTIONS = 16;

  private final Map<Long, Open> open = new BoundedMap<>(MAX_QUESTIONS);
  private long lastNumber;

  private record Open(Set<SiteId> missing, Map<SiteId, ProbeReport> answers, Consumer<Map<SiteId, ProbeReport>> answered) {}

  /**
   * Opens a question to the agents of some sites.
   *
   * @param answered told all answers once they are there
   * @return the question's number
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

  /** An agent answers. */
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
