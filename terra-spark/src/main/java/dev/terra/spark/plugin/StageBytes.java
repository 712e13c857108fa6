package dev.terra.spark.plugin;

import dev.terra.spark.pull.BlockRange;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.spark.MapOutputTracker;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.Iterator;
import scala.collection.Seq;

/**
 * About how many bytes all tasks of a stage read of a shuffle: as many as the task at hand for each of them. That task's own bytes come
 * from the locations of map outputs, which its executor has before it fetches any. 0 where that is not known. Thread-safe.
 */
final class StageBytes implements ToLongFunction<BlockRange> {
  /** Of reducers and shuffles; above that all are counted anew. */
  private static final int MAX_KNOWN = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(StageBytes.class);

  private final Map<Key, Long> taskBytes = new ConcurrentHashMap<>();

  private record Key(int shuffle, int first, int count) {}

  @Override
  public long applyAsLong(BlockRange range) {
    TaskContext task = TaskContext.get();
    if (task == null) {
      return 0;
    }
    try {
      long own = taskBytes(range);
      return own > 0 && task.numPartitions() > Long.MAX_VALUE / own ? Long.MAX_VALUE : own * task.numPartitions();
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
    long bytes = bytes(SparkEnv.get().mapOutputTracker(), range);
    taskBytes.put(key, bytes);
    return bytes;
  }

  private static long bytes(MapOutputTracker tracker, BlockRange range) {
    Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> hosts =
        tracker.getMapSizesByExecutorId(range.shuffle(), 0, Integer.MAX_VALUE, range.first(), range.first() + range.count());
    long sum = 0;
    while (hosts.hasNext()) {
      Iterator<Tuple3<BlockId, Object, Object>> blocks = hosts.next()._2().iterator();
      while (blocks.hasNext()) {
        sum += (Long) blocks.next()._2();
      }
    }
    return sum;
  }
}
