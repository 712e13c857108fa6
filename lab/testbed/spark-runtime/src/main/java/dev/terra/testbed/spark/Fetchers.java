package dev.terra.testbed.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.ExternalBlockStoreClient;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;

/**
 * The fetch phases of executors' tasks that fetch at the same time from one shuffle service, each as Spark's reader of blocks does: some
 * blocks a request. {@code fetch IP PORT APPLICATION KIND MAPS REDUCERS BYTES PASSES [IP PORT]} on its standard input runs one, in which
 * each task fetches its blocks so often, with Spark's client or, if the kind is "terra", with Terra's before it, which asks the service
 * that is named last, or else the one that has the blocks; it says "fetched NANOSECONDS", or "failed REASON". Ends with its input.
 */
public final class Fetchers {
  private static final String TERRA_CLIENT = "dev.terra.spark.plugin.TerraBlockClient";
  /** Spark asks for a fifth of 48 MiB at once. */
  private static final int BLOCKS_PER_FETCH = 5;
  /** Where an order names a service of the executors' own node. */
  private static final int NEAR = 9;
  private static final long REGISTRATION_MILLIS = 5_000;
  /** A request takes milliseconds; a service that is silent for so long has failed. */
  private static final long TIMEOUT_SECONDS = 60;

  private final Map<String, BlockStoreClient> clients = new HashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private Fetchers() {}

  /** No arguments. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream answers = System.out;
    System.setOut(System.err); // what is logged is no answer
    Fetchers fetchers = new Fetchers();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      answers.println(fetchers.phase(line.split(" ")));
      answers.flush();
    }
    System.exit(0); // the clients' threads are no concern of ours any more
  }

  private String phase(String[] order) throws InterruptedException {
    try {
      int asked = order.length > NEAR ? NEAR : 1;
      BlockStoreClient client = client(new InetSocketAddress(order[asked], Integer.parseInt(order[asked + 1])), order);
      return phase(client, order);
    } catch (ReflectiveOperationException | IOException e) {
      return "failed " + e;
    }
  }

  /** One for each application, as an executor has. */
  private BlockStoreClient client(InetSocketAddress near, String[] order) throws ReflectiveOperationException, IOException {
    String application = order[3];
    String kind = order[4];
    String key = application + " " + kind;
    BlockStoreClient known = clients.get(key);
    if (known == null) {
      forget(kind);
      ExternalBlockStoreClient stock =
          new ExternalBlockStoreClient(new TransportConf("shuffle", MapConfigProvider.EMPTY), null, false, REGISTRATION_MILLIS);
      stock.init(application);
      known = kind.equals("terra") ? terra(stock, near, shuffleBytes(order)) : stock;
      clients.put(key, known);
    }
    return known;
  }

  /** An application of a kind begins when the last one of that kind is over. */
  private void forget(String kind) throws IOException {
    for (String key : List.copyOf(clients.keySet())) {
      if (key.endsWith(" " + kind)) {
        clients.remove(key).close();
      }
    }
  }

  /** What an executor learns from Spark's driver, before it fetches anything. */
  private static long shuffleBytes(String[] order) {
    return Long.parseLong(order[5]) * Long.parseLong(order[6]) * Long.parseLong(order[7]);
  }

  private static BlockStoreClient terra(BlockStoreClient stock, InetSocketAddress near, long shuffleBytes)
      throws ReflectiveOperationException {
    ToLongFunction<Object> stageBytes = block -> shuffleBytes;
    Class<?> type = Class.forName(TERRA_CLIENT);
    Object client = type.getMethod("before", BlockStoreClient.class, InetSocketAddress.class, String.class, ToLongFunction.class)
        .invoke(null, stock, near, "1", stageBytes);
    ((CompletableFuture<?>) type.getMethod("greet", String.class).invoke(client, "")).join(); // as an executor does when it starts
    return (BlockStoreClient) client;
  }

  private String phase(BlockStoreClient client, String[] order) throws InterruptedException {
    int passes = Integer.parseInt(order[8]);
    long start = System.nanoTime();
    Stream<Future<Void>> all = IntStream.range(0, Integer.parseInt(order[6])).mapToObj(reduce -> threads.submit(() -> {
      for (int pass = 0; pass < passes; pass++) {
        reduce(client, order, reduce);
      }
      return null;
    }));
    try {
      for (Future<Void> one : all.toList()) {
        one.get();
      }
    } catch (ExecutionException e) {
      return "failed " + e.getCause();
    }
    return "fetched " + (System.nanoTime() - start);
  }

  private static void reduce(BlockStoreClient client, String[] order, int reduce) throws IOException, InterruptedException {
    int maps = Integer.parseInt(order[5]);
    for (int first = 0; first < maps; first += BLOCKS_PER_FETCH) {
      String[] ids = IntStream.range(first, Math.min(maps, first + BLOCKS_PER_FETCH))
          .mapToObj(map -> "shuffle_0_" + map + "_" + reduce).toArray(String[]::new);
      Blocks blocks = new Blocks(Integer.parseInt(order[7]));
      client.fetchBlocks(order[1], Integer.parseInt(order[2]), "1", ids, blocks, null);
      blocks.await(ids.length);
    }
  }

  /** The blocks of a request as they come. */
  private static final class Blocks implements BlockFetchingListener {
    private final int bytes;
    private final Semaphore here = new Semaphore(0);
    private final AtomicReference<String> problem = new AtomicReference<>();

    Blocks(int bytes) {
      this.bytes = bytes;
    }

    void await(int count) throws IOException, InterruptedException {
      if (!here.tryAcquire(count, TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("no block for " + TIMEOUT_SECONDS + " s");
      }
      if (problem.get() != null) {
        throw new IOException(problem.get());
      }
    }

    @Override
    public void onBlockFetchSuccess(String id, ManagedBuffer data) {
      if (data.size() != bytes) {
        problem.set(id + " has " + data.size() + " bytes");
      }
      here.release();
    }

    @Override
    public void onBlockFetchFailure(String id, Throwable exception) {
      problem.set(id + ": " + exception);
      here.release();
    }
  }
}
