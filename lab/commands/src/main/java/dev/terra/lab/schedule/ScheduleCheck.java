package dev.terra.lab.schedule;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.check.SolverAudit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;

/** {@code bench schedule --check}: checks random programmes and schedules against OR-Tools and against their own definition. */
final class ScheduleCheck {
  private final SolverAudit audit;

  ScheduleCheck(Wan wan, long seed, int k) {
    this.audit = new SolverAudit(new PathSets(wan, PathRules.atMost(k)), seed);
  }

  boolean passed() {
    return audit.faults().isEmpty();
  }

  ObjectNode run(int instances) {
    for (int i = 0; i < instances; i++) {
      audit.checkNext();
    }
    ObjectNode node = new ObjectMapper().createObjectNode();
    node.put("instances", audit.instances());
    node.put("blocked", audit.blocked());
    node.put("maxRelativeDifferenceToReference", audit.maxRelativeDifference());
    node.put("maxGap", audit.maxGap());
    node.put("maxReferenceGap", audit.maxReferenceGap());
    node.put("fallbacks", audit.fallbacks());
    node.put("referenceRetries", audit.referenceRetries());
    ArrayNode faults = node.putArray("faults");
    audit.faults().forEach(faults::add);
    return node;
  }
}
