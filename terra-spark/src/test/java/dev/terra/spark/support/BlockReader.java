package dev.terra.spark.support;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.DownloadFileManager;

/** A reader that fetches blocks as a task does, and keeps the blocks that arrive. */
public final class BlockReader implements BlockFetchingListener {
  private static final int DEADLINE_SECONDS = 40;
  private static final int NOBODYS_PORT = 1;

  private final Map<String, byte[]> blocks = new ConcurrentHashMap<>();
  private final Map<String, Throwable> failures = new ConcurrentHashMap<>();
  private final CountDownLatch missing;
  private final Set<String> ids;

  private BlockReader(String... ids) {
    this.ids = Set.copyOf(Arrays.asList(ids));
    this.missing = new CountDownLatch(ids.length);
  }

  /** Fetches blocks of a node, and waits for them. */
  public static BlockReader fetch(BlockStoreClient client, SparkNode from, String executor, String... ids) {
    return begin(client, from, executor, null, ids).await();
  }

  /** Begins to fetch blocks of a node: into files if {@code files} is not null, and else into memory. */
  public static BlockReader begin(BlockStoreClient client, SparkNode from, String executor, DownloadFileManager files, String... ids) {
    BlockReader reader = new BlockReader(ids);
    client.fetchBlocks(from.ip(), from.port(), executor, ids, reader, files);
    return reader;
  }

  /** Begins to fetch blocks that only Terra can reach: nothing listens at the port to which Spark's own client connects. */
  public static BlockReader beginOnlyThroughTerra(BlockStoreClient client, SparkNode from, String executor, String... ids) {
    BlockReader reader = new BlockReader(ids);
    client.fetchBlocks(from.ip(), NOBODYS_PORT, executor, ids, reader, null);
    return reader;
  }

  /** Waits until each block has arrived or failed. */
  public BlockReader await() {
    try {
      if (!missing.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("no word within " + DEADLINE_SECONDS + " s of some of " + ids + "; have " + blocks.keySet() + failures);
      }
      return this;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void onBlockFetchSuccess(String blockId, ManagedBuffer data) {
    try (InputStream in = data.createInputStream()) {
      if (blocks.put(blockId, in.readAllBytes()) != null || failures.containsKey(blockId) || !ids.contains(blockId)) {
        failures.put(blockId, new IllegalStateException("told twice, or not asked for"));
      }
    } catch (IOException e) {
      failures.put(blockId, e);
    }
    missing.countDown();
  }

  @Override
  public void onBlockFetchFailure(String blockId, Throwable cause) {
    failures.put(blockId, cause);
    missing.countDown();
  }

  /** Returns the bytes that have arrived, by block. */
  public Map<String, byte[]> blocks() {
    return blocks;
  }

  /** Returns the failures, by block. */
  public Map<String, Throwable> failures() {
    return failures;
  }
}
