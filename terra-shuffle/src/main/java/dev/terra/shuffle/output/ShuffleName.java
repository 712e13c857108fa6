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
 * What agents and controller call a shuffle: one per producer output (edge).
 * <pre>
 * MapReduce  job_CLUSTER_JOB
 * Tez        job_CLUSTER_JOB_dag_DAG_vertex_VERTEX_parts_PARTITIONS
 * </pre>
 * A request of Tez's does not say which of a vertex's outputs it is for, and the number in an output's name differs from
 * task to task; so a vertex's outputs are distinguished by their number of partitions. Two that have the same number are one
 * shuffle.
 *
 * <p>An output of a DAG that has one partition may be read by many consumers: a broadcast.
 */
public record ShuffleName(String job, Optional<Edge> edge) {
  private static final Pattern FORM =
      Pattern.compile("(job_[0-9]{1,19}_[0-9]{1,10})(?:_dag_([0-9]{1,9})_vertex_([0-9]{1,9})_parts_([0-9]{1,9}))?");

  /** A vertex's outputs with so many partitions. */
  public record Edge(Vertex vertex, int partitions) {}

  /** The shuffle of an output with so many partitions. */
  public static ShuffleName of(MapId map, int partitions) {
    return new ShuffleName(map.job(), map.vertex().map(vertex -> new Edge(vertex, partitions)));
  }

  /** Reads what {@link #toString} wrote; empty where it is something else. */
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
   * The name for code that knows no engine. Edges of a DAG are waited for as a whole, and their readers have an order: unlike MapReduce,
   * Tez starts no second attempt of a reader that is behind others.
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
