package dev.terra.controller;

import com.google.common.collect.ImmutableList;
import dev.terra.api.process.Periodic;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.ProbeReport;
import dev.terra.controller.core.ControllerState;
import dev.terra.controller.core.network.NetworkHost;
import dev.terra.controller.core.operate.OperatorDesk;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.controller.view.ViewFeed;
import dev.terra.core.view.Severity;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Runs the controller's state on one thread: handles events, starts a round when it is due, and sends messages. */
final class ControllerLoop {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);
  private static final long TICK_MILLIS = ProtocolTiming.BEAT.millis();
  /**
   * After an event, a view is published at once, unless the time since the last view is less than this many times what publishing
   * that view took. In that case, the next round or tick publishes the event.
   */
  private static final int PAUSE_FACTOR = 4;

  private final ControllerState state;
  private final ControllerThread thread;
  private final AgentStreams agents;
  private final MasterStreams masters;
  private final CommandQueue commands;
  private final RoundRunner rounds;
  private final ViewFeed views;
  private final Forecaster forecaster;
  /** The periodic ticks. It is set by {@link #start}. */
  @SuppressWarnings("NullAway.Init")
  private Periodic ticks;
  private long publishedNanos;
  private long publishingNanos;

  /**
   * Creates a loop that does nothing before {@link #start}.
   *
   * @param executor an executor with one thread
   * @param ticker monotonic nanoseconds
   * @param end is called when the thread cannot go on; see {@link dev.terra.api.process.VitalTask}
   */
  ControllerLoop(ControllerState state, ScheduledExecutorService executor, LongSupplier ticker, int maxStreams, Consumer<Throwable> end) {
    this.state = state;
    this.thread = new ControllerThread(executor, ticker, end, this::afterTurn);
    this.agents = new AgentStreams(state, thread, maxStreams);
    this.masters = new MasterStreams(state, thread);
    this.commands = new CommandQueue(thread);
    this.rounds = new RoundRunner(state, thread, this::publish, commands::answerAll);
    this.views = new ViewFeed(state.view(0));
    this.forecaster = new Forecaster(state, thread);
  }

  /** Starts the loop, and takes over the streams of the agents that waited for it. */
  void start(StandbyAgents waiting) {
    ticks = thread.repeat(this::tick, TICK_MILLIS);
    thread.submit(() -> {
      state.network().begin(new Host());
      waiting.handOver(agents);
    });
  }

  /** Returns the probe counts of all agents, once all of them have reported. */
  CompletableFuture<Map<SiteId, ProbeReport>> count() {
    CompletableFuture<Map<SiteId, ProbeReport>> answers = new CompletableFuture<>();
    thread.submit(() -> state.network().count(answers::complete));
    return answers;
  }

  /** Makes all agents send probes on their tunnels, and fill links for a part of the time. The future completes after that time. */
  CompletableFuture<Void> probe(int frames, int fillMillis, long millis) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    thread.submit(() -> state.network().probe(frames, fillMillis));
    return sent.completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
  }

  /** Passes what the network driver reports to the controller's thread. */
  private final class Host implements NetworkHost {
    @Override
    public void tunnelsMoved() {
      thread.submit(() -> state.network().tunnelsMoved());
    }

    @Override
    public void linkReported(LinkId link, boolean up, String source) {
      thread.submit(() -> state.network().linkReported(link, up, source, thread.now()));
    }

    @Override
    public void portCounters(Map<LinkId, Long> sentBytes) {
      thread.submit(() -> state.portCounters(sentBytes, thread.now()));
    }

    @Override
    public void event(EventKind kind, String target, String detail) {
      thread.submit(() -> state.network().note(kind, target, detail, thread.now()));
    }
  }

  private void tick() {
    state.tick(thread.now());
    publish();
  }

  private void publish() {
    long start = thread.now();
    views.publishNews(state.view(start));
    publishedNanos = thread.now();
    publishingNanos = publishedNanos - start;
  }

  private void afterTurn() {
    agents.deliver();
    masters.deliver();
    List<ControllerEvent> events = state.drainEvents();
    if (!events.isEmpty()) {
      events.forEach(ControllerLoop::log);
      if (thread.now() - publishedNanos >= PAUSE_FACTOR * publishingNanos) {
        publish();
      }
    }
    state.queues().ask((application, answer) -> thread.submit(() -> state.queues().answered(application, answer, thread.now())));
    rounds.plan();
    forecaster.follow();
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

  /** Ends all streams. Nothing happens afterwards. */
  CompletableFuture<Void> stop() {
    return thread.stop(() -> {
      commands.answerAll();
      ticks.cancel();
      rounds.cancel();
      forecaster.stop();
      agents.endAll(ControllerThread.STOPS);
      masters.endAll(ControllerThread.STOPS);
    });
  }

  /** Returns the streams of agents. It can be used by any thread. */
  AgentStreams agents() {
    return agents;
  }

  /** Returns the streams of job masters. It can be used by any thread. */
  MasterStreams masters() {
    return masters;
  }

  /** Returns the queue of commands that change the schedule. It can be used by any thread. */
  CommandQueue commands() {
    return commands;
  }

  /** Returns for how long the controller has been running, in seconds. It can be used by any thread. */
  double uptimeSeconds() {
    return thread.now() / 1e9;
  }

  /** Puts other latency classes and exceptions from compression in force. It can be used by any thread. */
  void follow(FollowedKeys keys) {
    thread.submit(() -> {
      state.classes().change(keys.classes(), thread.now());
      state.compression().change(keys.uncompressed(), thread.now());
    });
  }

  /** Returns the recurring jobs. It can be used by any thread. */
  ImmutableList<RecurringFigures> recurring() {
    return state.recurring().figures();
  }

  /** Takes over what an earlier controller has learned about recurring jobs. It can be used by any thread. */
  void restoreRecurring(List<RecurringState> states) {
    thread.submit(() -> state.recurring().restore(states));
  }

  /** Returns the desk that carries out operators' actions. It is used on the controller's thread only. */
  OperatorDesk operator() {
    return state.operator();
  }

  /** Returns the views of the controller's state. It can be used by any thread. */
  ViewFeed views() {
    return views;
  }

  /**
   * Returns the input of the last round, and the schedule that has been in force since; empty if there was nothing to send. It can be
   * used by any thread.
   */
  Optional<ScheduledRound> lastRound() {
    return state.lastRound();
  }
}
