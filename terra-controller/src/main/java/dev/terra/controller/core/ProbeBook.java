package dev.terra.controller.core;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.v1.ProbeReport;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Questions to all agents for what they have counted, and who has answered. On the controller's thread. */
final class ProbeBook {
  /** People ask one after the other; those that nobody waits for any more give way. */
  private static final int MAX_QUESTIONS = 16;

  private final Map<Long, Open> open = new BoundedMap<>(MAX_QUESTIONS);
  private long lastNumber;

  /** A question by its number, and its answers once they are all there. */
  record Question(long number, CompletableFuture<Map<SiteId, ProbeReport>> answers) {}

  private record Open(Question question, Set<SiteId> missing, Map<SiteId, ProbeReport> answers) {}

  /** Opens a question to the agents of some sites. */
  Question ask(Set<SiteId> sites) {
    Question question = new Question(++lastNumber, new CompletableFuture<>());
    if (sites.isEmpty()) {
      question.answers.complete(Map.of());
    } else {
      open.put(question.number, new Open(question, new HashSet<>(sites), new HashMap<>()));
    }
    return question;
  }

  /** An agent answers. */
  void answer(SiteId site, ProbeReport report) {
    Open asked = open.get(report.getNumber());
    if (asked != null && asked.missing.remove(site)) {
      asked.answers.put(site, report);
      if (asked.missing.isEmpty()) {
        open.remove(report.getNumber());
        asked.question.answers.complete(ImmutableMap.copyOf(asked.answers));
      }
    }
  }
}
