package dev.terra.shuffle.output;

import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.output.NodeShuffle;
import dev.terra.shuffle.output.MapId.Vertex;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a shuffle for agents and the controller; there is one shuffle per producer output (edge).
 * <pre>
 * MapReduce  job_CLUSTER_JOB
 * Tez        job_CLUSTER_JOB_dag_DAG_vertex_VERTEX_parts_PARTITIONS
 * </pre>
 * A request of Tez does not contain which of a vertex's outputs it is for, and the number in an output's name differs from
 * task to task; so a vertex's outputs are distinguished by their number of partitions. Two outputs with the same number are one
 * shuffle.
 *
 * <p>An output of a DAG that has one partition may be read by many consumers: a broadcast.
 */
public record ShuffleName(String job, Optional<Edge> edge) {
  private static final Pattern FORM =
      Pattern.compile("(job_[0-9]{1,19}_[0-9]{1,10})(?:_dag_([0-9]{1,9})_vertex_([0-9]{1,9})_parts_([0-9]{1,9}))?");

  /** The outputs of a vertex with the given number of partitions. */
  public record Edge(Vertex vertex, int partitions) {}

  /** Returns the shuffle of an output with the given number of partitions. */
  public static ShuffleName of(MapId map, int partitions) {
    return new ShuffleName(map.job(), map.vertex().map(vertex -> new Edge(vertex, partitions)));
  }

  /** Reads a text that {@link #toString} wrote; empty where it is something else. */
  public static Optional<ShuffleName> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Optional<Edge> edge = Optional.ofNullable(matcher.group(2)).map(dag -> new Edge(
        new Vertex(Integer.parseInt(dag), Integer.parseInt(matcher.group(3))), Integer.parseInt(matcher.group(4))));
    return Optional.of(new ShuffleName(matcher.group(1), edge));
  }

  /**
   * Returns the name for code that is independent of engines. The edges of a DAG form a group, and their readers have an order: unlike
   * MapReduce, Tez starts no second attempt of a reader that is behind others.
   */
  public NodeShuffle shuffle() {
    return new NodeShuffle(new ShuffleId(toString()), edge.map(of -> job + "_dag_" + of.vertex().dag()),
        edge.isPresent() ? ReaderOrder.IN_ORDER : ReaderOrder.IN_TURN, edge.filter(of -> of.partitions() == 1).isPresent(), false);
  }

  @Override
  public String toString() {
    return job + edge.map(of -> String.format(Locale.ROOT,
        "_dag_%d_vertex_%02d_parts_%d", of.vertex().dag(), of.vertex().number(), of.partitions())).orElse("");
  }
}
