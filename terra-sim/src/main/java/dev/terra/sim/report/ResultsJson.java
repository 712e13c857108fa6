package dev.terra.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult;
import java.util.List;

/** Writes runs as one JSON object. The same runs give the same text, apart from timings, which can be left out. */
public final class ResultsJson {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private ResultsJson() {}

  /**
   * Returns the runs of a trace.
   *
   * @param timings whether to include how long rounds and runs took on this machine
   */
  public static ObjectNode of(String topology, String trace, int unparsedJobs, double offeredLoad, List<SimulationResult> runs,
      boolean timings) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("topology", topology);
    root.put("trace", trace);
    root.put("unparsedJobs", unparsedJobs);
    root.put("offeredLoad", offeredLoad);
    ArrayNode list = root.putArray("runs");
    runs.forEach(run -> list.add(run(run, timings)));
    return root;
  }

  /** Returns one run. */
  public static ObjectNode run(SimulationResult run, boolean timings) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("policy", run.policy());
    node.put("jobs", run.jobs().size());
    times(node.putObject("jctSeconds"), new Distribution(run.jobs().stream().mapToDouble(JobTime::seconds)));
    times(node.putObject("cctSeconds"), new Distribution(run.coflows().stream().mapToDouble(CoflowTime::seconds)));
    node.put("wanUtilisation", run.use().average());
    Distribution slowdown = new Distribution(run.coflows().stream().mapToDouble(CoflowTime::slowdown));
    percentiles(node.putObject("slowdown"), slowdown);
    deadlines(node, run);
    node.put("rounds", run.cost().rounds());
    node.put("lps", run.cost().programs());
    if (timings) {
      Distribution round = new Distribution(run.cost().roundNanos().stream().mapToDouble(nanos -> nanos / NANOS_PER_MILLI));
      ObjectNode millis = node.putObject("roundMillis");
      millis.put("p50", round.percentile(50));
      millis.put("p95", round.percentile(95));
      node.put("wallSeconds", run.cost().wallNanos() / NANOS_PER_SECOND);
    }
    return node;
  }

  /** Adds, only for traces with deadlines, how many coflows have one, how many deadlines the policy rejected, and how many were met. */
  private static void deadlines(ObjectNode node, SimulationResult run) {
    List<CoflowTime> bound = run.coflows().stream().filter(coflow -> coflow.deadlineSeconds().isPresent()).toList();
    if (!bound.isEmpty()) {
      ObjectNode deadlines = node.putObject("deadlines");
      deadlines.put("asked", bound.size());
      deadlines.put("rejected", bound.stream().filter(coflow -> !coflow.admitted()).count());
      deadlines.put("met", bound.stream().filter(CoflowTime::metDeadline).count());
    }
  }

  private static void times(ObjectNode node, Distribution seconds) {
    node.put("avg", seconds.average());
    percentiles(node, seconds);
  }

  private static void percentiles(ObjectNode node, Distribution values) {
    node.put("p50", values.percentile(50));
    node.put("p95", values.percentile(95));
    node.put("p99", values.percentile(99));
    node.put("max", values.max());
  }
}
