package dev.terra.spark.plugin;

import dev.terra.spark.pull.BlockRange;
import java.util.function.ToLongFunction;
import org.apache.spark.SparkEnv;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.Iterator;
import scala.collection.Seq;

/**
 * The number of bytes that map outputs have for some partitions. The executor has received these sizes from the driver before it fetches
 * any of the bytes.
 */
final class MapSizes implements ToLongFunction<BlockRange> {
  @Override
  public long applyAsLong(BlockRange range) {
    Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> hosts = SparkEnv.get().mapOutputTracker()
        .getMapSizesByExecutorId(range.shuffle(), 0, Integer.MAX_VALUE, range.first(), range.first() + range.count());
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
