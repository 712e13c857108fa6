package dev.terra.node.output;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one producer task's output: digits only, so it can be a directory name and nothing worse.
 * <pre>
 * MapReduce  attempt_CLUSTER_JOB_m_TASK_ATTEMPT
 * Tez        attempt_CLUSTER_JOB_DAG_VERTEX_TASK_ATTEMPT_OUTPUT[_SPILL]
 * </pre>
 *
 * @param value the name, as consumers ask for it
 * @param job the job that it belongs to
 * @param vertex the vertex of a DAG whose output it is; empty for MapReduce, where a job has one stage of maps
 * @param spill whether it is one spill of an output. Where consumers fetch spills (Tez's pipelined shuffle) it is an output like others;
 *     else it is on its way to become the output, or a part of it, and gone the next moment
 */
public record MapId(String value, String job, Optional<Vertex> vertex, boolean spill) {
  private static final Pattern ATTEMPT = Pattern.compile("attempt_([0-9]{1,19}_[0-9]{1,10})_"
      + "(?:m_[0-9]{1,10}_[0-9]{1,10}|([0-9]{1,9})_([0-9]{1,9})(?:_[0-9]{1,10}){3}(_[0-9]{1,10})?)");

  /** One vertex of one DAG of the job; an application master runs its DAGs one after the other, by number. */
  public record Vertex(int dag, int number) {}

  /** Reads a name; empty where it isn't one. */
  public static Optional<MapId> parse(String text) {
    Matcher matcher = ATTEMPT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Optional<Vertex> vertex = Optional.ofNullable(matcher.group(2))
        .map(dag -> new Vertex(Integer.parseInt(dag), Integer.parseInt(matcher.group(3))));
    return Optional.of(new MapId(text, "job_" + matcher.group(1), vertex, matcher.group(4) != null));
  }

  @Override
  public String toString() {
    return value;
  }
}
