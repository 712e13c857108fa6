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
 * Estimates how many bytes all tasks of the current stage read of a shuffle: the bytes of this thread's task, times the number of tasks.
 * The estimate is 0 where the bytes are unknown. It is thread-safe.
 */
final class StageBytes implements ToLongFunction<BlockRange> {
  /** The most entries; above this number, all entries are dropped. */
  private static final int MAX_KNOWN = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(StageBytes.class);

  private final ToLongFunction<BlockRange> mapSizes;
  private final IntSupplier tasks;
  private final Map<Key, Long> taskBytes = new ConcurrentHashMap<>();

  private record Key(int shuffle, int first, int count) {}

  /** Makes the estimate from Spark's own records. */
  static StageBytes ofSpark() {
    return new StageBytes(new MapSizes(), StageBytes::tasksHere);
  }

  private static int tasksHere() {
    TaskContext task = TaskContext.get();
    return task == null ? 0 : task.numPartitions();
  }

  /**
   * Makes the estimate from given records.
   *
   * @param mapSizes returns how many bytes all map outputs of a range's shuffle have for the range's partitions
   * @param tasks returns the number of tasks of the stage of this thread's task; 0 on a thread without a task
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
      LOG.debug("Terra: the size of shuffle {} is not known", range.shuffle(), e);
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
