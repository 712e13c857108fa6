package dev.terra.spark.plugin;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
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
import org.apache.spark.network.util.TransportConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shuffle service of this executor's own node, reached over Spark's own connection to it. After a failure, or if the service is not
 * Terra's, no requests are sent for a while. It is thread-safe.
 */
final class NodeService {
  /**
   * The time without requests after a failure, ns. A service that restarts is back by then; Spark's own service gets no more requests than
   * this allows.
   */
  private static final long LEAVE_ALONE_NANOS = TimeUnit.SECONDS.toNanos(30);
  /**
   * The most time for an answer. A service without bytes answers every 10 s; a service that does not answer for this long has stopped
   * working.
   */
  private static final long PATIENCE_SECONDS = 30;
  /** The threads that send requests. Sending takes microseconds, unless a connection has to be made first. */
  private static final int THREADS = 4;
  /** The most waiting requests of an executor's tasks; Spark bounds what each task has in flight. */
  private static final int MAX_WAITING = 10_000;
  private static final int IDLE_SECONDS = 30;
  private static final Logger LOG = LoggerFactory.getLogger(NodeService.class);
  private static final Guard GUARD = new Guard("Terra: what was due for a fetch", LOG::warn);

  private final ServiceConnection connection;
  private final InetSocketAddress address;
  private final TransportConf conf;
  private final ExecutorService threads = threads("terra-pull", THREADS);
  private final ScheduledExecutorService watch = watch();
  private volatile long failedNanos;
  private volatile boolean failed;

  /** Makes a service over a connection; requests are repeated as often as Spark's settings allow. */
  NodeService(ServiceConnection connection, InetSocketAddress address, TransportConf conf) {
    this.connection = connection;
    this.address = address;
    this.conf = conf;
  }

  /** Makes a pool of daemon threads, which end when they are idle. */
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

  /** Returns whether a request makes sense at this time. */
  boolean isWorthAsking() {
    return !failed || System.nanoTime() - failedNanos > LEAVE_ALONE_NANOS;
  }

  /** Requests what the service is, and logs it; the returned future completes with the answer. */
  CompletableFuture<Void> greet(String queue) {
    CompletableFuture<Void> answered = new CompletableFuture<>();
    ask(new PullRequest.Hello(queue), reply -> {
      if (reply.kind() == PullReply.Kind.READY) {
        LOG.info("Terra: shuffle blocks of other sites come through {}", address);
      } else {
        LOG.warn("Terra: stock: the shuffle service {} is not Terra's, or does not answer: {}", address, reply.text());
      }
      answered.complete(null);
    });
    return answered;
  }

  /**
   * Sends a request; a failure is answered with {@link PullReply.Kind#STOCK}. The answer arrives on any thread; its body is valid only
   * until {@code answer} returns.
   */
  void ask(PullRequest request, Consumer<PullReply> answer) {
    Call call = new Call(request, answer);
    call.watch();
    call.begin();
  }

  /** Runs a short task after a while; the task does not run if the service is stopped before. */
  void later(long millis, Runnable task) {
    OneShot.after(watch, millis, TimeUnit.MILLISECONDS, GUARD, task);
  }

  /** One request, until it is answered or given up. */
  private final class Call implements ServiceConnection.Answer {
    private final PullRequest request;
    private final Consumer<PullReply> answer;
    private final AtomicBoolean given = new AtomicBoolean();
    private final AtomicInteger retries = new AtomicInteger();
    private volatile Runnable unwatch = () -> { };

    Call(PullRequest request, Consumer<PullReply> answer) {
      this.request = request;
      this.answer = answer;
    }

    void watch() {
      OneShot patience = OneShot.after(watch, PATIENCE_SECONDS, TimeUnit.SECONDS, GUARD,
          () -> giveUp(new TimeoutException("no answer within " + PATIENCE_SECONDS + " s")));
      unwatch = patience::cancel;
    }

    void begin() {
      try {
        threads.execute(this::send);
      } catch (RejectedExecutionException e) {
        give(PullReply.text(PullReply.Kind.STOCK, "too many requests are waiting"));
      }
    }

    private void send() {
      try {
        connection.send(request, this);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        giveUp(e);
      } catch (IOException | RuntimeException e) {
        failed(e);
      }
    }

    @Override
    public void came(ByteBuffer reply) {
      failed = false;
      try {
        give(PullReply.decode(reply));
      } catch (IllegalArgumentException e) {
        give(PullReply.text(PullReply.Kind.STOCK, e.toString()));
      }
    }

    /**
     * Handles a failure. After a broken connection, the request is repeated a few times, as Spark does for blocks, because a NodeManager
     * may be restarting.
     */
    @Override
    public void failed(Throwable cause) {
      boolean broken = cause instanceof IOException || cause.getCause() instanceof IOException;
      if (broken && retries.getAndIncrement() < conf.maxIORetries()) {
        later(conf.ioRetryWaitTimeMs(), this::begin);
      } else {
        giveUp(cause);
      }
    }

    private void giveUp(Throwable cause) {
      failedNanos = System.nanoTime();
      failed = true;
      give(PullReply.text(PullReply.Kind.STOCK, String.valueOf(cause)));
    }

    private void give(PullReply reply) {
      unwatch.run();
      if (given.compareAndSet(false, true)) {
        answer.accept(reply);
      }
    }
  }

  void stop() {
    threads.shutdownNow();
    watch.shutdownNow();
  }
}
