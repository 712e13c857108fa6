package dev.terra.spark.output;

import dev.terra.api.v1.ProducerOutput;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.output.NodeOutput;
import dev.terra.node.output.NodeShuffle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One shuffle file that Spark's sort shuffle has written: {@code shuffle_SHUFFLE_MAP_0.data} with an index of as many longs as there are
 * partitions, and one: where each begins, and the end.
 *
 * <p>An application whose driver is started anew counts shuffles and tasks from 0 again, while what it wrote before stays where it was.
 * Readers name the executor, and so does this.
 *
 * @param executor in whose folders it is
 * @param map the task attempt that wrote it
 */
public record SparkOutput(String application, int executor, int shuffle, int map) {
  private static final Pattern INDEX = Pattern.compile("shuffle_([0-9]{1,10})_([0-9]{1,10})_0\\.index");
  private static final Pattern NAME = Pattern.compile("([0-9]{1,9})_([0-9]{1,10})_([0-9]{1,10})");

  /** What an index file's name says; empty if it is none, or one whose numbers Terra can't carry. */
  public static Optional<SparkOutput> ofIndex(String application, int executor, String fileName) {
    Matcher matcher = INDEX.matcher(fileName);
    return matcher.matches() ? of(application, executor, Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)))
        : Optional.empty();
  }

  /** Reads the name of an output. */
  public static Optional<SparkOutput> ofName(String application, String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? of(application, Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)))
        : Optional.empty();
  }

  /** The output with these numbers; empty where they are more than Terra can carry. */
  public static Optional<SparkOutput> of(String application, int executor, long shuffle, long map) {
    return shuffle > Integer.MAX_VALUE || map > Integer.MAX_VALUE ? Optional.empty()
        : Optional.of(new SparkOutput(application, executor, (int) shuffle, (int) map));
  }

  /** The output as handlers and agents name it. */
  public NodeOutput output() {
    return new NodeOutput(executor + "_" + shuffle + "_" + map, application, OptionalInt.empty(), producer());
  }

  /** The output as it crosses the wire. A later attempt of a task has a number of its own. */
  public ProducerOutput producer() {
    return ProducerOutput.newBuilder().setProducer(map).setOutput(executor).build();
  }

  /** The shuffle that it is a part of. Joins wait for the shuffles of their application. */
  public NodeShuffle nodeShuffle() {
    return new NodeShuffle(new ShuffleId(shuffleId(application, shuffle)), Optional.of(application), ReaderOrder.IN_TURN, false, true);
  }

  /** The name of an application's shuffle. */
  public static String shuffleId(String application, int shuffle) {
    return application + "/shuffle_" + shuffle;
  }

  /** The name of its data file. */
  String dataName() {
    return "shuffle_" + shuffle + "_" + map + "_0.data";
  }

  /** The bounds that an index holds, whose bytes these are; an {@link IOException} where it is no index, or not whole yet. */
  static long[] bounds(ByteBuffer index) throws IOException {
    int bytes = index.remaining();
    if (bytes < Long.BYTES || bytes % Long.BYTES != 0) {
      throw new IOException(bytes + " bytes are no index");
    }
    long[] bounds = new long[bytes / Long.BYTES];
    index.asLongBuffer().get(bounds);
    return bounds;
  }
}
