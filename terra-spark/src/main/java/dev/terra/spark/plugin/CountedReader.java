package dev.terra.spark.plugin;

import java.util.function.LongConsumer;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;

/** Counts the bytes that a reader gets. */
final class CountedReader implements BlockFetchingListener {
  private final BlockFetchingListener reader;
  private final LongConsumer bytes;

  CountedReader(BlockFetchingListener reader, LongConsumer bytes) {
    this.reader = reader;
    this.bytes = bytes;
  }

  @Override
  public void onBlockFetchSuccess(String blockId, ManagedBuffer data) {
    bytes.accept(data.size());
    reader.onBlockFetchSuccess(blockId, data);
  }

  @Override
  public void onBlockFetchFailure(String blockId, Throwable cause) {
    reader.onBlockFetchFailure(blockId, cause);
  }
}
