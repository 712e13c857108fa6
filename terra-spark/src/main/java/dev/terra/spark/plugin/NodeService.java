package dev.terra.spark.plugin;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shuffle service of this executor's own node, asked over Spark's own connection to it. One that fails, or is not Terra's, is left
 * alone for a while. Thread-safe.
 */
final class NodeService {
  /** A service that restarts is back by then; one that is Spark's own is asked no more often. */
  private static final long LEAVE_ALONE_NANOS = TimeUnit.SECONDS.toNanos(30);
  /** A service that has nothing says so every 10 s; one that says nothing for so long stands still. */
  private static final long PATIENCE_SECONDS = 30;
  /** Asking takes microseconds, but for a connection that has to be made first. */
  private static final int THREADS = 4;
  /** As many as an executor's tasks have under way, which is bounded by what Spark has in flight for each. */
  private static final int MAX_WAITING = 10_000;
  private static final int IDLE_SECONDS = 30;
  private static final Logger LOG = LoggerFactory.getLogger(NodeService.class);
  private static final Guard GUARD = new Guard("Terra: what was due for a fetch", LOG::warn);

  private final BlockStoreClient stock;
  private final String host;
  private final int port;
  private final ExecutorService threads = threads("terra-pull", THREADS);
  private final ScheduledExecutorService watch = watch();
  private volatile long failedNanos;
  private volatile boolean failed;

  NodeService(BlockStoreClient stock, String host, int port) {
    this.stock = stock;
    this.host = host;
    this.port = port;
  }

  /** Some daemon threads, which end when there is nothing to do. */
  static ExecutorService threads(String name, int count) {
    AtomicInteger made = new AtomicInteger();
    ThreadPoolExecutor pool = new ThreadPoolExecutor(count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_WAITING),
        task -> daemon(task, name + "-" + made.incrementAndGet()));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static ScheduledExecutorService watch() {
    ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "terra-watch"));
    timers.setRemoveOnCancelPolicy(true);
    return timers;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Whether it makes sense to ask. */
  boolean isWorthAsking() {
    return !failed || System.nanoTime() - failedNanos > LEAVE_ALONE_NANOS;
  }

  /** Asks what the service is, and says so in the log; what is returned ends with its answer. */
  CompletableFuture<Void> greet(String queue) {
    CompletableFuture<Void> answered = new CompletableFuture<>();
    ask(new PullRequest.Hello(queue), reply -> {
      if (reply.kind() == PullReply.Kind.READY) {
        LOG.info("Terra: shuffle blocks of other sites come through {}:{}", host, port);
      } else {
        LOG.warn("Terra: stock: the shuffle service {}:{} is not Terra's, or does not answer: {}", host, port, reply.text());
      }
      answered.complete(null);
    });
    return answered;
  }

  /**
   * Asks; a failure is answered as {@link PullReply.Kind#STOCK}. The answer comes on any thread, its body is good only until that
   * returns.
   */
  void ask(PullRequest request, Consumer<PullReply> answer) {
    Answer once = new Answer(answer);
    try {
      once.watched(OneShot.after(watch, PATIENCE_SECONDS, TimeUnit.SECONDS, GUARD, once::tooLate));
      threads.execute(() -> stock.fetchBlocks(host, port, PullRequest.EXECUTOR, new String[] {request.encode()}, once, null));
    } catch (RejectedExecutionException e) {
      once.fail("too much to ask at a time");
    }
  }

  /** Runs something short in a while; never, if it is stopped before. */
  void later(long millis, Runnable task) {
    OneShot.after(watch, millis, TimeUnit.MILLISECONDS, GUARD, task);
  }

  /** Passes an answer on. */
  private final class Answer implements BlockFetchingListener {
    private final Consumer<PullReply> answer;
    private final AtomicBoolean given = new AtomicBoolean();
    private volatile Optional<OneShot> timer = Optional.empty();

    Answer(Consumer<PullReply> answer) {
      this.answer = answer;
    }

    @Override
    public void onBlockFetchSuccess(String blockId, ManagedBuffer data) {
      failed = false;
      give(decode(data));
    }

    private void give(PullReply reply) {
      timer.ifPresent(OneShot::cancel);
      if (given.compareAndSet(false, true)) {
        answer.accept(reply);
      }
    }

    void watched(OneShot by) {
      timer = Optional.of(by);
    }

    void tooLate() {
      onBlockFetchFailure("", new TimeoutException("no answer within " + PATIENCE_SECONDS + " s"));
    }

    void fail(String why) {
      give(PullReply.text(PullReply.Kind.STOCK, why));
    }

    private PullReply decode(ManagedBuffer data) {
      try {
        return PullReply.decode(data.nioByteBuffer());
      } catch (java.io.IOException | IllegalArgumentException e) {
        return PullReply.text(PullReply.Kind.STOCK, e.toString());
      }
    }

    @Override
    public void onBlockFetchFailure(String blockId, Throwable cause) {
      failedNanos = System.nanoTime();
      failed = true;
      fail(String.valueOf(cause));
    }
  }

  void stop() {
    threads.shutdownNow();
    watch.shutdownNow();
  }
}
