package dev.terra.api.client;

import com.google.common.base.Splitter;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.process.Periodic;
import com.google.common.net.HostAndPort;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.api.v1.JobMasterAlive;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterNews;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.ShuffleCancel;
import dev.terra.api.v1.ShuffleProgress;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.ShufflesGrpc;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.Backoff;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A job master's connection to the controller. Shuffles that are submitted through it continue while the controller restarts: the client
 * connects again and submits them again. When the client is closed, unfinished shuffles stay with the controller, which cancels them after
 * a minute; {@link #cancelShuffle} cancels a shuffle at once. The client may be used from any thread, and runs callbacks on a thread of its
 * own.
 */
public final class ShuffleClient implements AutoCloseable {
  private static final ProtocolVersions VERSIONS = ProtocolVersions.SUBMIT;
  private static final long ALIVE_MILLIS = ProtocolTiming.BEAT.millis();
  /** The number of ticks without a message after which the stream counts as broken. The controller sends a message every 500 ms. */
  private static final int SILENT_TICKS = ProtocolTiming.CONTROL_SILENCE.in(ProtocolTiming.BEAT);
  private static final long CLOSE_SECONDS = 2;
  private static final Splitter COMMAS = Splitter.on(',').trimResults();

  private final String controller;
  /** The channels to the controllers. They are tried one after the other. */
  private final List<ManagedChannel> channels;
  private final Duration patience;
  private final @Nullable TlsFiles tls;
  private final Backoff backoff;
  private final long owner;
  private final ScheduledExecutorService executor;
  private final Map<String, OwnShuffle> shuffles = new LinkedHashMap<>();
  private @Nullable Attachment current;
  private int turn;
  /** Open until the client has connected for the first time, or it is certain that it never will. */
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile boolean hopeless;
  private long awaySinceNanos;
  private volatile String lastProblem = "no answer yet";
  private final Guard guard = new Guard("the client of the controller", (line, thrown) -> lastProblem = line + ": " + thrown);
  private boolean closed;

  private ShuffleClient(String controller, Duration patience, @Nullable TlsFiles tls) {
    this.controller = controller;
    this.patience = patience;
    this.tls = tls;
    Random random = new Random(System.nanoTime() ^ ProcessHandle.current().pid());
    this.backoff = new Backoff(ProtocolTiming.RECONNECT, random);
    this.owner = random.nextLong();
    ChannelCredentials credentials = tls == null ? InsecureChannelCredentials.create() : tls.toController();
    this.channels = COMMAS.splitToStream(controller)
        .<ManagedChannel>map(address -> Grpc.newChannelBuilder(address, credentials).build()).toList();
    this.awaySinceNanos = System.nanoTime();
    this.executor = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, "terra-shuffles");
      thread.setDaemon(true);
      return thread;
    });
  }

  /**
   * Connects to a controller, in the background.
   *
   * @param controller {@code HOST:PORT}, or several of them with commas between; the client finds the controller that leads
   * @param patience the time for which the controller may be away before unfinished shuffles fail
   */
  public static ShuffleClient open(String controller, Duration patience) {
    return open(controller, patience, (TlsFiles) null);
  }

  /**
   * Connects to a controller that uses TLS, in the background.
   *
   * @param controller {@code HOST:PORT}, or several of them with commas between; the client finds the controller that leads
   * @param patience the time for which the controller may be away before unfinished shuffles fail
   * @param tls the files of a client's certificate, which are read again when they change
   * @throws TlsException if a file cannot be used; the message names the file
   */
  public static ShuffleClient open(String controller, Duration patience, TlsPaths tls) throws TlsException {
    return open(controller, patience, TlsFiles.open(tls, news -> { }, problem -> { }));
  }

  private static ShuffleClient open(String controller, Duration patience, @Nullable TlsFiles tls) {
    ShuffleClient client = new ShuffleClient(controller, patience, tls);
    client.run(client::attach);
    Periodic.every(client.executor, ALIVE_MILLIS, TimeUnit.MILLISECONDS, client.guard, client::tick);
    return client;
  }

  /**
   * Submits a shuffle.
   *
   * @param id unique over all shuffles and jobs
   * @param progress receives the progress about twice a second
   * @return a future that completes when all bytes have been verified and are at their destinations. If the shuffle fails, it completes
   *     exceptionally with a {@link ShuffleException} that gives the reason. Cancelling the future cancels the shuffle.
   */
  public CompletableFuture<ShuffleResult> submitShuffle(String id, TransferMatrix matrix, Consumer<ShuffleProgress> progress) {
    OwnShuffle shuffle = new OwnShuffle(id, progress, System::nanoTime);
    run(() -> {
      if (shuffles.putIfAbsent(id, shuffle) != null) {
        shuffle.result().completeExceptionally(new ShuffleException("shuffle " + id + " was submitted already"));
      } else {
        shuffle.add(matrix).forEach(this::send);
      }
    });
    return shuffle.result().whenComplete((result, failure) -> {
      if (shuffle.result().isCancelled()) {
        cancelShuffle(id);
      }
    });
  }

  /** Adds receivers and transfers to a shuffle. Receivers and transfers that are known already are not added again. */
  public void updateShuffle(String id, TransferMatrix more) {
    change(id, shuffle -> shuffle.add(more).forEach(this::send));
  }

  /** Notes that a receiver was restarted, at another site or at the same one. All its transfers are carried again. */
  public void setDestination(String id, int receiver, String site) {
    change(id, shuffle -> send(shuffle.move(receiver, site)));
  }

  /**
   * Waits until the client is connected to a controller.
   *
   * @throws ShuffleException if it is not connected in time; at once if the only address is not a controller's port for job masters
   */
  public void awaitConnected(Duration atMost) throws InterruptedException {
    boolean known = decided.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    if (hopeless) {
      throw new ShuffleException("no controller at " + controller + ": " + lastProblem);
    }
    if (!known) {
      throw new ShuffleException("no controller at " + controller + " for " + atMost.toSeconds() + " s: " + lastProblem);
    }
  }

  private void change(String id, Consumer<OwnShuffle> change) {
    run(() -> {
      OwnShuffle shuffle = shuffles.get(id);
      if (shuffle != null) {
        try {
          change.accept(shuffle);
        } catch (IllegalArgumentException e) {
          cancel(shuffle, Failures.inWords(e));
        }
      }
    });
  }

  /** Cancels a shuffle: its incomplete transfers are removed, and its future fails. */
  public void cancelShuffle(String id) {
    run(() -> {
      OwnShuffle shuffle = shuffles.get(id);
      if (shuffle != null) {
        cancel(shuffle, "cancelled");
      }
    });
  }

  private void cancel(OwnShuffle shuffle, String why) {
    say(JobMasterRequest.newBuilder().setCancel(ShuffleCancel.newBuilder().setShuffle(shuffle.id())));
    fail(shuffle, why);
  }

  private void fail(OwnShuffle shuffle, String why) {
    shuffles.remove(shuffle.id());
    shuffle.result().completeExceptionally(new ShuffleException("shuffle " + shuffle.id() + ": " + why));
  }

  private void run(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("the client is closed", e);
    }
  }

  // The rest of this class runs on the client's thread.

  /** One stream to the controller. Messages that arrive on a stream that is not the current one are dropped. */
  private final class Attachment implements ClientResponseObserver<JobMasterRequest, JobMasterNews> {
    private final int channelNumber;
    /** The outgoing side of the stream. {@link #beforeStart}, which is called first, sets it. */
    @SuppressWarnings("NullAway.Init")
    private ClientCallStreamObserver<JobMasterRequest> requests;
    private boolean welcomed;
    private int silentTicks;

    Attachment(int channelNumber) {
      this.channelNumber = channelNumber;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<JobMasterRequest> stream) {
      requests = stream;
    }

    @Override
    public void onNext(JobMasterNews news) {
      later(() -> hear(this, news));
    }

    @Override
    public void onError(Throwable cause) {
      InetSocketAddress other = place(channels.get(channelNumber).authority());
      String why = RpcProblem.inWords(cause, tls == null, other);
      boolean another = (RpcProblem.isOfHttpPort(cause) || RpcProblem.isOfTls(cause, tls == null, other)) && channels.size() == 1;
      later(() -> {
        ended(this, why);
        giveUpIf(another);
      });
    }

    @Override
    public void onCompleted() {
      later(() -> ended(this, "the controller closed the stream"));
    }
  }

  private static InetSocketAddress place(String authority) {
    HostAndPort parsed = HostAndPort.fromString(authority);
    return InetSocketAddress.createUnresolved(parsed.getHost(), parsed.getPortOrDefault(0));
  }

  private void later(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      current = null; // the client is closed
    }
  }

  private void attach() {
    if (closed) {
      return;
    }
    Attachment attachment = new Attachment(turn);
    current = attachment;
    try {
      greet(attachment);
    } catch (RuntimeException e) {
      ended(attachment, "the attempt failed: " + e);
    }
  }

  private void greet(Attachment attachment) {
    ShufflesGrpc.newStub(channels.get(turn)).attach(attachment);
    attachment.requests.onNext(JobMasterRequest.newBuilder()
        .setHello(JobMasterHello.newBuilder().setProtocolVersion(VERSIONS.oldest()).setNewestVersion(VERSIONS.newest()).setOwner(owner))
        .build());
  }

  private void giveUpIf(boolean another) {
    if (another && decided.getCount() > 0) {
      hopeless = true;
      decided.countDown();
    }
  }

  private void ended(Attachment attachment, String why) {
    if (attachment != current || closed) {
      return;
    }
    current = null;
    lastProblem = why;
    if (attachment.welcomed) {
      awaySinceNanos = System.nanoTime();
    }
    turn = (turn + 1) % channels.size();
    long delayMillis = turn == 0 ? backoff.nextDelayMillis() : 0;
    closed |= OneShot.after(executor, delayMillis, TimeUnit.MILLISECONDS, guard, this::attach).isRefused();
  }

  private void hear(Attachment attachment, JobMasterNews news) {
    if (attachment != current) {
      return;
    }
    attachment.silentTicks = 0;
    switch (news.getNewsCase()) {
      case WELCOME -> {
        attachment.welcomed = true;
        decided.countDown();
        backoff.reset();
        shuffles.values().forEach(shuffle -> shuffle.all().forEach(this::send));
      }
      case PROGRESS -> {
        OwnShuffle shuffle = shuffles.get(news.getProgress().getShuffle());
        if (shuffle != null) {
          shuffle.progressed(news.getProgress());
        }
      }
      case RESULT -> result(news.getResult());
      default -> { } // a message of liveness needs no action
    }
  }

  private void result(ShuffleResult result) {
    OwnShuffle shuffle = shuffles.get(result.getShuffle());
    if (shuffle == null) {
      return;
    }
    if (result.getComplete()) {
      shuffles.remove(shuffle.id());
      shuffle.result().complete(result);
    } else {
      fail(shuffle, result.getProblem());
    }
  }

  private void send(ShuffleSubmission submission) {
    say(JobMasterRequest.newBuilder().setSubmission(submission));
  }

  /** Sends a message if the stream to the controller is open. If not, nothing is lost, since a later stream begins with all shuffles. */
  private void say(JobMasterRequest.Builder request) {
    if (current != null && current.welcomed) {
      current.requests.onNext(request.build());
    }
  }

  private void tick() {
    boolean attached = current != null && current.welcomed;
    if (attached) {
      say(JobMasterRequest.newBuilder().setAlive(JobMasterAlive.getDefaultInstance()));
    }
    if (current != null && ++current.silentTicks > SILENT_TICKS) {
      Attachment silent = current;
      silent.requests.cancel("silent", null);
      ended(silent, "the controller was silent");
    }
    if (!attached && System.nanoTime() - awaySinceNanos > patience.toNanos()) {
      List.copyOf(shuffles.values()).forEach(shuffle ->
          fail(shuffle, "no controller at " + controller + " for " + patience.toSeconds() + " s: " + lastProblem));
    }
  }

  /** Disconnects after earlier messages have been sent. Futures that are not complete fail. */
  @Override
  public void close() {
    try {
      executor.submit(() -> {
        closed = true;
        List.copyOf(shuffles.values()).forEach(shuffle -> fail(shuffle, "the client was closed"));
        if (current != null) {
          current.requests.onCompleted();
        }
      }).get(CLOSE_SECONDS, TimeUnit.SECONDS);
      channels.forEach(ManagedChannel::shutdown);
      for (ManagedChannel channel : channels) {
        channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException | RejectedExecutionException e) {
      closed = true;
    }
    executor.shutdownNow();
    channels.forEach(ManagedChannel::shutdownNow);
    if (tls != null) {
      tls.close();
    }
  }
}
