package dev.terra.shuffle.output;

import dev.terra.api.v1.ProducerOutput;
import dev.terra.node.output.NodeOutput;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one producer task's output: digits only, so it can be a directory name and nothing worse.
 * <pre>
 * MapReduce  attempt_CLUSTER_JOB_m_TASK_ATTEMPT
 * Tez        attempt_CLUSTER_JOB_DAG_VERTEX_TASK_ATTEMPT_OUTPUT[_SPILL]
 * </pre>
 *
 * @param output what the name says to code that knows no engine; the phases of a job are its DAGs
 * @param vertex the vertex of a DAG whose output it is; empty for MapReduce, where a job has one stage of maps
 */
public record MapId(NodeOutput output, Optional<Vertex> vertex) {
  private static final String NUMBER = "([0-9]{1,9})";
  private static final Pattern MAP_REDUCE = Pattern.compile("attempt_([0-9]{1,19}_[0-9]{1,10})_m_" + NUMBER + "_" + NUMBER);
  private static final Pattern TEZ = Pattern.compile("attempt_([0-9]{1,19}_[0-9]{1,10})_" + NUMBER + "_" + NUMBER + "_" + NUMBER
      + "_" + NUMBER + "_" + NUMBER + "(?:_" + NUMBER + ")?");

  /** One vertex of one DAG of the job; an application master runs its DAGs one after the other, by number. */
  public record Vertex(int dag, int number) {}

  /** Reads a name; empty where it isn't one. */
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

  /** The name, as consumers ask for it. */
  public String value() {
    return output.name();
  }

  /** The job that it belongs to. */
  public String job() {
    return output.job();
  }

  /**
   * Whether it is one spill of an output. Where consumers fetch spills (Tez's pipelined shuffle) it is an output like others; else it
   * is on its way to become the output, or a part of it, and gone the next moment.
   */
  public boolean isSpill() {
    return output.id().getSpill() > 0;
  }

  @Override
  public String toString() {
    return output.name();
  }
}
