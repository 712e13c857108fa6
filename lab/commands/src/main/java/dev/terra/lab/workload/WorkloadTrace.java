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
 * A trace of what streams have shuffled with Terra, which the simulator replays. It is assembled from the shuffles that
 * controllers of one run after another report. The shuffles of another controller follow all earlier ones. It is not
 * thread-safe.
 */
final class WorkloadTrace {
  private static final String JOBS = "jobs";
  private static final String ID = "id";
  private static final String ARRIVAL = "arrivalSeconds";
  /** The pause between the last shuffle of one controller and the first of the next, so that they do not overlap. */
  private static final double PAUSE_SECONDS = 60;

  /** The ids of the shuffles of earlier controllers. */
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

  /** Returns an empty trace. */
  static WorkloadTrace empty(String name) {
    ObjectNode trace = JsonNodeFactory.instance.objectNode().put("format", "terra-trace").put("version", 1).put("name", name);
    trace.putArray(JOBS);
    return new WorkloadTrace(trace);
  }

  /** Returns a trace that continues an earlier one. */
  static WorkloadTrace after(JsonNode earlier) {
    return new WorkloadTrace(earlier.deepCopy());
  }

  /** Leaves out the shuffles that a controller has so far: they belong to a warm-up, not to the streams. */
  void leaveOut(JsonNode said) {
    said.path(JOBS).forEach(job -> leftOut.add(job.path(ID).asText()));
  }

  /** Adds the shuffles that a controller reports. New shuffles are added, and those that it has reported before are updated. */
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

  /** Returns the whole trace. */
  JsonNode json() {
    return trace;
  }
}
