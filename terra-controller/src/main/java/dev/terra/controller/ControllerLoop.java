package dev.terra.controller;

import dev.terra.api.process.VitalTask;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.JobMasterNews;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.ProbeReport;
import dev.terra.controller.core.AgentNews;
import dev.terra.controller.core.ControllerState;
import dev.terra.controller.core.MasterNews;
import dev.terra.controller.core.NetworkHost;
import dev.terra.controller.core.OperatorDesk;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.ViewFeed;
import dev.terra.core.view.Severity;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.explain.ScheduledRound;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs the controller's state on one thread: takes events in, starts a round when it is due, carries messages out. At most one
 * report per stream waits here, since a stream is asked for the next one only when the last one has been taken in.
 */
final class ControllerLoop {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);
  /** Commands between two rounds: a person gives one. */
  private static final int MAX_COMMANDS = 256;
  private static final long TICK_MILLIS = ProtocolTiming.BEAT.millis();

  private final ControllerState state;
  private final ScheduledExecutorService executor;
  private final LongSupplier ticker;
  private final long startNanos;
  private final ViewFeed views;
  private final Map<Long, AttachedAgent> streams = new HashMap<>();
  private final Map<Long, AttachedMaster> masters = new HashMap<>();
  private final int maxStreams;
  private final Consumer<Throwable> end;
  /** Told when the next round is over. */
  private final List<Runnable> afterRound = new ArrayList<>();
  private boolean stopping;
  private ScheduledFuture<?> ticks;
  private ScheduledFuture<?> round;
  private long roundDueNanos;
  private long lastRoundEndNanos;
  private long lastRoundNanos;

  /**
   * A loop that does nothing yet.
   *
   * @param executor of one thread
   * @param ticker monotonic nanoseconds
   * @param end what happens when the thread cannot go on; see {@link VitalTask}
   */
  ControllerLoop(ControllerState state, ScheduledExecutorService executor, LongSupplier ticker, int maxStreams, Consumer<Throwable> end) {
    this.state = state;
    this.executor = executor;
    this.ticker = ticker;
    this.startNanos = ticker.getAsLong();
    this.views = new ViewFeed(state.view(0));
    this.maxStreams = maxStreams;
    this.end = end;
  }

  void start() {
    // with a delay: ticks that a stall made late must not all come after it, before anybody who spoke meanwhile is heard
    ticks = executor.scheduleWithFixedDelay(vital(() -> guarded(this::tick)), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    submit(() -> state.network().begin(new Host()));
  }

  /** What all agents have counted, once they have said so. */
  CompletableFuture<Map<SiteId, ProbeReport>> count() {
    CompletableFuture<Map<SiteId, ProbeReport>> answers = new CompletableFuture<>();
    submit(() -> state.network().count(answers::complete));
    return answers;
  }

  /** Has all agents send probes on their tunnels; done after a time. */
  CompletableFuture<Void> probe(int frames, long millis) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    submit(() -> {
      state.network().probe(frames);
    });
    return sent.completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
  }

  /** What the network driver says, on the controller's thread. */
  private final class Host implements NetworkHost {
    @Override
    public void tunnelsMoved() {
      submit(() -> state.network().tunnelsMoved());
    }

    @Override
    public void linkReported(LinkId link, boolean up, String source) {
      submit(() -> state.network().linkReported(link, up, source, now()));
    }

    @Override
    public void portCounters(Map<LinkId, Long> sentBytes) {
      submit(() -> state.network().portCounters(sentBytes, now()));
    }

    @Override
    public void event(EventKind kind, String target, String detail) {
      submit(() -> state.network().note(kind, target, detail, now()));
    }
  }

  private void tick() {
    state.tick(now());
    publish();
  }

  private void publish() {
    views.publishNews(state.view(now()));
  }

  /** Ends all streams; nothing happens after it. */
  CompletableFuture<Void> stop() {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    try {
      executor.execute(() -> {
        cancelAll();
        stopped.complete(null);
      });
    } catch (RejectedExecutionException e) {
      stopped.complete(null);
    }
    return stopped;
  }

  private void cancelAll() {
    stopping = true;
    tellCommands();
    ticks.cancel(false);
    if (round != null) {
      round.cancel(false);
    }
    streams.values().forEach(stream -> stream.end("the controller stops"));
    streams.clear();
    masters.values().forEach(stream -> stream.end("the controller stops"));
    masters.clear();
  }

  void masterOpened(long id, ServerCallStreamObserver<JobMasterNews> observer) {
    submit(() -> {
      AttachedMaster stream = new AttachedMaster(observer);
      if (stopping) {
        stream.end("the controller stops");
      } else {
        masters.put(id, stream);
        stream.requestNext();
      }
    });
  }

  void masterRequest(long id, JobMasterRequest request) {
    submit(() -> {
      AttachedMaster stream = masters.get(id);
      if (stream != null) {
        state.handle(id, request, now());
        stream.requestNext();
      }
    });
  }

  void masterClosed(long id) {
    submit(() -> {
      AttachedMaster stream = masters.remove(id);
      if (stream != null) {
        stream.complete();
        state.masterEnded(id, now());
      }
    });
  }

  void opened(long id, ServerCallStreamObserver<ControllerMessage> observer) {
    submit(() -> {
      AttachedAgent stream = new AttachedAgent(id, observer);
      if (stopping) {
        stream.end("the controller stops");
      } else if (streams.size() >= maxStreams) {
        stream.end("more than " + maxStreams + " streams at once");
      } else {
        streams.put(id, stream);
        stream.requestNext();
      }
    });
  }

  void report(long id, AgentReport report) {
    submit(() -> {
      AttachedAgent stream = streams.get(id);
      if (stream != null) {
        state.handle(id, report, now());
        stream.requestNext();
      }
    });
  }

  /** Ends a stream that may not be, and says why. */
  void refuse(long id, String why) {
    submit(() -> {
      AttachedAgent stream = streams.remove(id);
      if (stream != null) {
        LOG.warn("an agent's stream was refused: {}", why);
        stream.end(why);
        state.streamEnded(id, why, now());
      }
    });
  }

  void closed(long id, String why) {
    submit(() -> {
      AttachedAgent stream = streams.remove(id);
      if (stream != null) {
        stream.complete();
        state.streamEnded(id, why, now());
      }
    });
  }

  /**
   * Has the state do something that changes the schedule; done when the round that follows has been told to the agents.
   *
   * @param command on the controller's thread, with its time; what it throws is what the future ends with
   */
  <T> CompletableFuture<T> command(LongFunction<T> command) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    try {
      executor.execute(vital(() -> guarded(() -> perform(command, answer))));
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(new IllegalStateException("the controller stops"));
    }
    return answer;
  }

  private <T> void perform(LongFunction<T> command, CompletableFuture<T> answer) {
    if (stopping || afterRound.size() >= MAX_COMMANDS) {
      answer.completeExceptionally(new RejectedExecutionException(stopping ? "the controller stops" : "too many commands at once"));
      return;
    }
    try {
      T done = command.apply(now());
      afterRound.add(() -> answer.complete(done));
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  private void tellCommands() {
    afterRound.forEach(Runnable::run);
    afterRound.clear();
  }

  /** For how long it has been running; any thread. */
  double uptimeSeconds() {
    return now() / 1e9;
  }

  /** On the controller's thread only. */
  OperatorDesk operator() {
    return state.operator();
  }

  /** What the controller knows, for any thread. */
  ViewFeed views() {
    return views;
  }

  /** What the last round worked with, and the schedule that stands since; empty if there was nothing to send. For any thread. */
  Optional<ScheduledRound> lastRound() {
    return state.lastRound();
  }

  private long now() {
    return ticker.getAsLong() - startNanos;
  }

  private void submit(Runnable event) {
    try {
      executor.execute(vital(() -> guarded(event)));
    } catch (RejectedExecutionException e) {
      LOG.debug("an event came after the controller stopped");
    }
  }

  /** Without its thread's next turn a controller looks alive and plans nothing. */
  private Runnable vital(Runnable turn) {
    return new VitalTask(turn, thrown -> {
      if (!stopping) {
        end.accept(thrown);
      }
    });
  }

  /** Whatever one event brings up must not end the loop. */
  private void guarded(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      LOG.error("an event could not be handled; the controller goes on", e);
    }
    deliver();
    planRound();
  }

  private void deliver() {
    for (AgentNews outgoing : state.drainOutbox()) {
      AttachedAgent stream = streams.get(outgoing.stream());
      if (stream != null && !sent(stream, outgoing)) {
        streams.remove(stream.id());
        state.streamEnded(stream.id(), outgoing.command().isEmpty() ? outgoing.reason() : "its stream is broken", now());
      }
    }
    for (MasterNews news : state.drainMasterNews()) {
      AttachedMaster master = masters.get(news.stream());
      if (master != null && news.news().isPresent()) {
        master.send(news.news().get());
      } else if (master != null) {
        masters.remove(news.stream());
        master.end(news.reason());
        state.masterEnded(news.stream(), now());
      }
    }
    List<ControllerEvent> events = state.drainEvents();
    if (!events.isEmpty()) {
      events.forEach(ControllerLoop::log);
      publish();
    }
  }

  private boolean sent(AttachedAgent stream, AgentNews outgoing) {
    if (outgoing.command().isPresent()) {
      return stream.send(outgoing.command().get(), now());
    }
    stream.end(outgoing.reason());
    return false;
  }

  private static void log(ControllerEvent event) {
    LOG.atLevel(level(event.kind().severity())).log("{} {}: {}", event.kind().id(), event.target(), event.detail());
  }

  private static Level level(Severity severity) {
    return switch (severity) {
      case INFO -> Level.INFO;
      case WARNING -> Level.WARN;
      case ERROR -> Level.ERROR;
    };
  }

  /** Plans the next round, never sooner after the last one than that one took: half the thread's time is left for events. */
  private void planRound() {
    OptionalLong due = state.roundDueNanos();
    if (due.isEmpty() || stopping) {
      return;
    }
    long at = Math.max(due.getAsLong(), lastRoundEndNanos + lastRoundNanos);
    if (round != null && !round.isDone()) {
      if (roundDueNanos <= at) {
        return;
      }
      round.cancel(false);
    }
    roundDueNanos = at;
    round = executor.schedule(vital(this::runRound), Math.max(0, at - now()), TimeUnit.NANOSECONDS);
  }

  private void runRound() {
    round = null;
    OptionalLong due = state.roundDueNanos();
    if (due.isPresent() && due.getAsLong() <= now()) {
      long start = now();
      guarded(() -> {
        state.runRound(start);
        state.noteRoundMillis((now() - start) / 1e6);
        publish();
      });
      tellCommands();
      lastRoundEndNanos = now();
      lastRoundNanos = lastRoundEndNanos - start;
    }
    planRound();
  }
}
