package dev.terra.shuffle.output;

import dev.terra.api.v1.ProducerOutput;
import dev.terra.node.output.NodeOutput;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one producer task's output. Its variable parts are digits only, so it is safe as the name of a directory.
 * <pre>
 * MapReduce  attempt_CLUSTER_JOB_m_TASK_ATTEMPT
 * Tez        attempt_CLUSTER_JOB_DAG_VERTEX_TASK_ATTEMPT_OUTPUT[_SPILL]
 * </pre>
 *
 * @param output the output for code that is independent of engines; the phases of a job are its DAGs
 * @param vertex the vertex of a DAG whose output it is; empty for MapReduce, where a job has one stage of maps
 */
public record MapId(NodeOutput output, Optional<Vertex> vertex) {
  private static final String NUMBER = "([0-9]{1,9})";
  private static final Pattern MAP_REDUCE = Pattern.compile("attempt_([0-9]{1,19}_[0-9]{1,10})_m_" + NUMBER + "_" + NUMBER);
  private static final Pattern TEZ = Pattern.compile("attempt_([0-9]{1,19}_[0-9]{1,10})_" + NUMBER + "_" + NUMBER + "_" + NUMBER
      + "_" + NUMBER + "_" + NUMBER + "(?:_" + NUMBER + ")?");

  /** A vertex of a DAG of the job; an application master runs its DAGs one after the other, by number. */
  public record Vertex(int dag, int number) {}

  /** Reads a name; empty where it is malformed. */
  public static Optional<MapId> parse(String text) {
    return ofMapReduce(text).or(() -> ofTez(text));
  }

  private static Optional<MapId> ofMapReduce(String text) {
    Matcher matcher = MAP_REDUCE.matcher(text);
    return matcher.matches()
        ? Optional.of(new MapId(new NodeOutput(text, "job_" + matcher.group(1), OptionalInt.empty(),
            ProducerOutput.newBuilder().setProducer(number(matcher, 2)).setAttempt(number(matcher, 3)).build()), Optional.empty()))
        : Optional.empty();
  }

  private static Optional<MapId> ofTez(String text) {
    Matcher matcher = TEZ.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int spill = matcher.group(7) == null ? 0 : number(matcher, 7) + 1;
    ProducerOutput id = ProducerOutput.newBuilder().setProducer(number(matcher, 4)).setAttempt(number(matcher, 5))
        .setOutput(number(matcher, 6)).setSpill(spill).build();
    Vertex vertex = new Vertex(number(matcher, 2), number(matcher, 3));
    return Optional.of(
        new MapId(new NodeOutput(text, "job_" + matcher.group(1), OptionalInt.of(vertex.dag()), id), Optional.of(vertex)));
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  /** Returns the name, in the form in which consumers request it. */
  public String value() {
    return output.name();
  }

  /** Returns the job of the output. */
  public String job() {
    return output.job();
  }

  /**
   * Returns whether it is one spill of an output. Where consumers fetch spills (Tez's pipelined shuffle), a spill is an output like others;
   * otherwise it is about to become the output, or a part of it, and disappears soon.
   */
  public boolean isSpill() {
    return output.id().getSpill() > 0;
  }

  @Override
  public String toString() {
    return output.name();
  }
}
