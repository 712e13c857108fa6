package dev.terra.spark.plugin;

import com.codahale.metrics.MetricSet;
import dev.terra.spark.pull.BlockRange;
import dev.terra.spark.pull.PullCounts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockPushingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.DownloadFileManager;
import org.apache.spark.network.shuffle.MergeFinalizerListener;
import org.apache.spark.network.shuffle.MergedBlocksMetaListener;
import org.apache.spark.network.shuffle.checksum.Cause;
import org.apache.spark.network.util.TransportConf;

/**
 * An executor's block client with Terra before it. Shuffle blocks of other hosts are first requested from the node's own shuffle service,
 * which gets blocks of other sites from its agent. Spark's own client fetches what the service does not provide, and everything else.
 */
public final class TerraBlockClient extends BlockStoreClient implements FetchHost {
  /** The most hosts that are kept as local; above this number, all entries are dropped. */
  private static final int MAX_HOSTS = 20_000;
  /** The threads for fetches that go on without Terra. Such a fetch may have to wait for a connection, for as long as Spark waits. */
  private static final int FALLBACK_THREADS = 16;

  private final BlockStoreClient stock;
  private final NodeService service;
  private final ToLongFunction<BlockRange> stageBytes;
  private final String keyPrefix;
  private final AtomicLong keys = new AtomicLong();
  private final Set<String> localHosts = ConcurrentHashMap.newKeySet();
  private final ExecutorService fallbacks = NodeService.threads("terra-fallback", FALLBACK_THREADS);
  private final CountTeller counts;
  private final SmallShuffles small = new SmallShuffles(System::nanoTime);

  /**
   * Puts Terra before a client.
   *
   * @param node the node's own shuffle service
   * @param executor the id of the executor
   * @param stageBytes about how many bytes the current stage reads of the shuffle of a block; 0 if this is unknown
   * @throws ReflectiveOperationException if this version of Spark's client is not supported
   */
  public static TerraBlockClient before(BlockStoreClient stock, InetSocketAddress node, String executor,
      ToLongFunction<BlockRange> stageBytes) throws ReflectiveOperationException {
    return new TerraBlockClient(stock, new SparkConnection(stock, node), node, executor, stageBytes);
  }

  TerraBlockClient(BlockStoreClient stock, ServiceConnection connection, InetSocketAddress node, String executor,
      ToLongFunction<BlockRange> stageBytes) throws ReflectiveOperationException {
    this.stageBytes = stageBytes;
    this.stock = stock;
    this.transportConf = (TransportConf) SparkConnection.field("transportConf").get(stock);
    this.service = new NodeService(connection, node, transportConf);
    this.counts = new CountTeller(service);
    this.keyPrefix = executor + "-" + UUID.randomUUID() + "-";
  }

  @Override
  public void fetchBlocks(String host, int port, String execId, String[] blockIds, BlockFetchingListener listener,
      DownloadFileManager files) {
    if (localHosts.contains(host) || !service.isWorthAsking() || !Stream.of(blockIds).allMatch(id -> BlockRange.parse(id).isPresent())) {
      stock.fetchBlocks(host, port, execId, blockIds, listener, files);
    } else if (shuffle(blockIds).filter(shuffle -> small.has(host, shuffle)).isPresent()) {
      stock.fetchBlocks(host, port, execId, blockIds, new CountedReader(listener, size -> count(new PullCounts(0, size, 0))), files);
    } else {
      new PulledFetch(this, new StockFetch(host, port, execId, files), blockIds, listener).begin();
    }
  }

  /** Returns the shuffle of some blocks; Spark requests blocks of one shuffle at a time. */
  private static Optional<Integer> shuffle(String[] blockIds) {
    return Stream.of(blockIds).findFirst().flatMap(BlockRange::parse).map(BlockRange::shuffle);
  }

  @Override
  public void noteSmall(StockFetch way, String[] blockIds) {
    shuffle(blockIds).ifPresent(shuffle -> small.noteSmall(way.host(), shuffle));
  }

  @Override
  public void noteCarried(StockFetch way, String[] blockIds) {
    shuffle(blockIds).ifPresent(shuffle -> small.noteCarried(way.host(), shuffle));
  }

  @Override
  public void fetchStock(StockFetch way, String[] blockIds, BlockFetchingListener listener) {
    Runnable fetch = () -> stock.fetchBlocks(way.host(), way.port(), way.execId(), blockIds, listener, way.files());
    try {
      fallbacks.execute(fetch);
    } catch (RejectedExecutionException e) {
      fetch.run();
    }
  }

  /** Requests from the node's service what it is, and logs what this means; the returned future completes with the answer. */
  public CompletableFuture<Void> greet(String queue) {
    return service.greet(queue);
  }

  @Override
  public NodeService service() {
    return service;
  }

  @Override
  public TransportConf transportConf() {
    return transportConf;
  }

  @Override
  public String newKey() {
    return keyPrefix + keys.incrementAndGet();
  }

  @Override
  public void noteLocal(String host) {
    if (localHosts.size() >= MAX_HOSTS) {
      localHosts.clear();
    }
    localHosts.add(host);
  }

  @Override
  public long stageBytes(String[] blockIds) {
    return Stream.of(blockIds).findFirst().flatMap(BlockRange::parse).map(stageBytes::applyAsLong).orElse(0L);
  }

  @Override
  public void count(PullCounts more) {
    counts.add(more);
  }

  void stop() {
    counts.tellNow();
    service.stop();
    fallbacks.shutdown();
  }

  @Override
  public MetricSet shuffleMetrics() {
    return stock.shuffleMetrics();
  }

  @Override
  public void setAppAttemptId(String attempt) {
    stock.setAppAttemptId(attempt);
  }

  @Override
  public String getAppAttemptId() {
    return stock.getAppAttemptId();
  }

  @Override
  public void getHostLocalDirs(String host, int port, String[] execIds, CompletableFuture<Map<String, String[]>> directories) {
    stock.getHostLocalDirs(host, port, execIds, directories);
  }

  @Override
  public void pushBlocks(String host, int port, String[] blockIds, ManagedBuffer[] buffers, BlockPushingListener listener) {
    stock.pushBlocks(host, port, blockIds, buffers, listener);
  }

  @Override
  public void finalizeShuffleMerge(String host, int port, int shuffle, int merge, MergeFinalizerListener listener) {
    stock.finalizeShuffleMerge(host, port, shuffle, merge, listener);
  }

  @Override
  public void getMergedBlockMeta(String host, int port, int shuffle, int merge, int reduce, MergedBlocksMetaListener listener) {
    stock.getMergedBlockMeta(host, port, shuffle, merge, reduce, listener);
  }

  @Override
  public boolean removeShuffleMerge(String host, int port, int shuffle, int merge) {
    return stock.removeShuffleMerge(host, port, shuffle, merge);
  }

  @Override
  @SuppressWarnings("checkstyle:ParameterNumber") // Spark's
  public Cause diagnoseCorruption(String host, int port, String execId, int shuffle, long map, int reduce, long checksum,
      String algorithm) {
    return stock.diagnoseCorruption(host, port, execId, shuffle, map, reduce, checksum, algorithm);
  }

  @Override
  public void close() throws IOException {
    stop();
    stock.close();
  }
}
