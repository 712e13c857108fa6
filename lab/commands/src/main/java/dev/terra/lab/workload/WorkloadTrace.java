package dev.terra.lab.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What streams have shuffled with Terra, as a trace that the simulator replays: put together from what controllers of one run after
 * another say of their shuffles. Those of another controller come after all that were there. Not thread-safe.
 */
final class WorkloadTrace {
  private static final String JOBS = "jobs";
  private static final String ID = "id";
  private static final String ARRIVAL = "arrivalSeconds";
  /** So that what one controller saw last is over before the next one's first. */
  private static final double PAUSE_SECONDS = 60;

  /** Those of controllers before this one. */
  private final Set<String> before = new HashSet<>();
  private final ObjectNode trace;
  private final Set<String> leftOut = new HashSet<>();
  private final double shiftSeconds;

  private WorkloadTrace(ObjectNode trace) {
    this.trace = trace;
    double last = Double.NEGATIVE_INFINITY;
    for (JsonNode job : trace.path(JOBS)) {
      before.add(job.path(ID).asText());
      last = Math.max(last, job.path(ARRIVAL).asDouble());
    }
    this.shiftSeconds = before.isEmpty() ? 0 : last + PAUSE_SECONDS;
  }

  /** One with nothing in it. */
  static WorkloadTrace empty(String name) {
    ObjectNode trace = JsonNodeFactory.instance.objectNode().put("format", "terra-trace").put("version", 1).put("name", name);
    trace.putArray(JOBS);
    return new WorkloadTrace(trace);
  }

  /** One that goes on with what was put together before. */
  static WorkloadTrace after(JsonNode earlier) {
    return new WorkloadTrace(earlier.deepCopy());
  }

  /** A controller's shuffles so far are none of the streams': a warm-up's. */
  void leaveOut(JsonNode said) {
    said.path(JOBS).forEach(job -> leftOut.add(job.path(ID).asText()));
  }

  /** What a controller says now: shuffles that are new come in, those that it spoke of before are as it says now. */
  void add(JsonNode said) {
    Map<String, ObjectNode> jobs = new HashMap<>();
    ArrayNode all = (ArrayNode) trace.path(JOBS);
    for (int i = 0; i < all.size(); i++) {
      jobs.put(all.get(i).path(ID).asText(), (ObjectNode) all.get(i));
    }
    for (JsonNode job : said.path(JOBS)) {
      String id = job.path(ID).asText();
      if (!leftOut.contains(id) && !before.contains(id)) {
        ObjectNode shifted = job.deepCopy();
        shifted.put(ARRIVAL, job.path(ARRIVAL).asDouble() + shiftSeconds);
        ObjectNode known = jobs.get(id);
        if (known == null) {
          all.add(shifted);
        } else {
          known.setAll(shifted);
        }
      }
    }
  }

  /** All of it. */
  JsonNode json() {
    return trace;
  }
}
