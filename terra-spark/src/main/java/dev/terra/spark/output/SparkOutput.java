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
 * One shuffle file that Spark's sort shuffle has written: {@code shuffle_SHUFFLE_MAP_0.data} with an index of one long more than there are
 * partitions: the beginning of each partition, and the end.
 *
 * <p>An application whose driver is restarted counts shuffles and tasks from 0 again, while its earlier files remain. So an output includes
 * the executor, as readers' requests do.
 *
 * @param executor the executor in whose folders it is
 * @param map the task attempt that wrote it
 */
public record SparkOutput(String application, int executor, int shuffle, int map) {
  private static final Pattern INDEX = Pattern.compile("shuffle_([0-9]{1,10})_([0-9]{1,10})_0\\.index");
  private static final Pattern NAME = Pattern.compile("([0-9]{1,9})_([0-9]{1,10})_([0-9]{1,10})");

  /**
   * Returns the output of an index file by the file's name; empty if the file is not an index, or if its numbers are too large for Terra.
   */
  public static Optional<SparkOutput> ofIndex(String application, int executor, String fileName) {
    Matcher matcher = INDEX.matcher(fileName);
    return matcher.matches() ? of(application, executor, Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)))
        : Optional.empty();
  }

  /** Reads the name of an output; empty where it is malformed. */
  public static Optional<SparkOutput> ofName(String application, String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? of(application, Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)))
        : Optional.empty();
  }

  /** Returns the output with these numbers; empty where they are too large for Terra. */
  public static Optional<SparkOutput> of(String application, int executor, long shuffle, long map) {
    return shuffle > Integer.MAX_VALUE || map > Integer.MAX_VALUE ? Optional.empty()
        : Optional.of(new SparkOutput(application, executor, (int) shuffle, (int) map));
  }

  /** Returns the output as handlers and agents name it. */
  public NodeOutput output() {
    return new NodeOutput(executor + "_" + shuffle + "_" + map, application, OptionalInt.empty(), producer());
  }

  /** Returns the output as it is sent over the network. A later attempt of a task has a number of its own. */
  public ProducerOutput producer() {
    return ProducerOutput.newBuilder().setProducer(map).setOutput(executor).build();
  }

  /** Returns the shuffle of which it is a part. The shuffles of one application form a group, because joins wait for several of them. */
  public NodeShuffle nodeShuffle() {
    return new NodeShuffle(new ShuffleId(shuffleId(application, shuffle)), Optional.of(application), ReaderOrder.IN_TURN, false, true);
  }

  /** Returns the name of an application's shuffle. */
  public static String shuffleId(String application, int shuffle) {
    return application + "/shuffle_" + shuffle;
  }

  /** Returns the name of the data file. */
  String dataName() {
    return "shuffle_" + shuffle + "_" + map + "_0.data";
  }

  /**
   * Returns the bounds in the bytes of an index; an {@link IOException} is thrown where the bytes are not an index, or not complete yet.
   */
  static long[] bounds(ByteBuffer index) throws IOException {
    int bytes = index.remaining();
    if (bytes < Long.BYTES || bytes % Long.BYTES != 0) {
      throw new IOException("expected an index of one or more numbers of 8 bytes, got " + bytes + " bytes");
    }
    long[] bounds = new long[bytes / Long.BYTES];
    index.asLongBuffer().get(bounds);
    return bounds;
  }
}
