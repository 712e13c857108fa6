package dev.terra.spark.plugin;

import dev.terra.spark.pull.BlockRange;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;
import org.apache.spark.TaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * About how many bytes all tasks of the stage at hand read of a shuffle: as many as this thread's task for each of them. 0 where that is
 * not known. Thread-safe.
 */
final class StageBytes implements ToLongFunction<BlockRange> {
  /** The most reducers and shuffles; above that all are counted anew. */
  private static final int MAX_KNOWN = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(StageBytes.class);

  private final ToLongFunction<BlockRange> mapSizes;
  private final IntSupplier tasks;
  private final Map<Key, Long> taskBytes = new ConcurrentHashMap<>();

  private record Key(int shuffle, int first, int count) {}

  /** The bytes of stages by Spark's own books. */
  static StageBytes ofSpark() {
    return new StageBytes(new MapSizes(), StageBytes::tasksHere);
  }

  private static int tasksHere() {
    TaskContext task = TaskContext.get();
    return task == null ? 0 : task.numPartitions();
  }

  /**
   * The bytes of stages by some books.
   *
   * @param mapSizes how many bytes all map outputs of a range's shuffle have for its partitions
   * @param tasks how many tasks the stage of this thread's task has; 0 on a thread that has none
   */
  StageBytes(ToLongFunction<BlockRange> mapSizes, IntSupplier tasks) {
    this.mapSizes = mapSizes;
    this.tasks = tasks;
  }

  @Override
  public long applyAsLong(BlockRange range) {
    try {
      int count = tasks.getAsInt();
      return count == 0 ? 0 : Math.multiplyExact(taskBytes(range), (long) count);
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Terra: how much shuffle {} has is not known", range.shuffle(), e);
      return 0;
    }
  }

  private long taskBytes(BlockRange range) {
    Key key = new Key(range.shuffle(), range.first(), range.count());
    Long known = taskBytes.get(key);
    if (known != null) {
      return known;
    }
    if (taskBytes.size() >= MAX_KNOWN) {
      taskBytes.clear();
    }
    long bytes = mapSizes.applyAsLong(range);
    taskBytes.put(key, bytes);
    return bytes;
  }
}
