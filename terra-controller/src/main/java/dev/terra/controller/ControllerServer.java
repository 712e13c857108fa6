package dev.terra.controller;

import com.google.common.collect.ImmutableList;
import dev.terra.api.process.ProcessEnd;
import dev.terra.api.tls.TlsFiles;
import dev.terra.controller.action.ActionKeeper;
import dev.terra.controller.action.ActionStore;
import dev.terra.controller.action.ActionText;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.ControllerState;
import dev.terra.controller.core.operate.OperatorDesk;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.core.queue.QueueSource;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.controller.view.ViewFeed;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.schedule.explain.ScheduledRound;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller that leads: its state and its thread, reached over a {@link ControllerPort}. It does not own the executor that it is
 * given. It owns the port only if it has opened it. When it is closed, its whole state is lost.
 */
public final class ControllerServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerServer.class);
  private static final long SHUTDOWN_SECONDS = 5;

  private final ControllerLoop loop;
  private final ControllerPort port;
  private final boolean ownsPort;
  private final ControllerSettings settings;
  private final ActionKeeper keeper;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile LatencyClasses classes;

  private ControllerServer(ControllerLoop loop, ControllerPort port, boolean ownsPort, ControllerSettings settings, ActionKeeper keeper) {
    this.loop = loop;
    this.port = port;
    this.ownsPort = ownsPort;
    this.settings = settings;
    this.classes = settings.queues().classes();
    this.keeper = keeper;
  }

  /**
   * Starts a controller without standbys.
   *
   * @param settings the settings of the controller
   * @param address the address on which to listen; port 0 takes a free one
   * @param executor an executor with exactly one thread, on which all of the controller's state lives
   * @param ticker monotonic nanoseconds
   * @throws IOException if the controller cannot listen at the address
   */
  public static ControllerServer start(
      ControllerSettings settings, InetSocketAddress address, ScheduledExecutorService executor, LongSupplier ticker)
      throws IOException {
    return start(settings, address, executor, ticker, null);
  }

  /**
   * Starts a controller without standbys.
   *
   * @param tls the files with which every agent and client must prove its identity; if null, any identity is believed
   * @throws IOException if the controller cannot listen at the address
   */
  public static ControllerServer start(ControllerSettings settings, InetSocketAddress address, ScheduledExecutorService executor,
      LongSupplier ticker, @Nullable TlsFiles tls) throws IOException {
    ControllerPort port = ControllerPort.open(
        new ControllerPort.Listening(address, Optional.ofNullable(tls), settings.maxAgents()), executor, ticker);
    return lead(settings, port, true, ActionStore.NONE);
  }

  /** Begins to lead on a port that stays open when this object is closed. The controller then stands by. */
  public static ControllerServer lead(ControllerSettings settings, ControllerPort port) {
    return lead(settings, port, ActionStore.NONE);
  }

  /**
   * Begins to lead with the actions that operators took while other controllers led.
   *
   * @param actions the store that holds these actions, and to which new ones are written
   */
  public static ControllerServer lead(ControllerSettings settings, ControllerPort port, ActionStore actions) {
    return lead(settings, port, false, actions);
  }

  private static ControllerServer lead(ControllerSettings settings, ControllerPort port, boolean ownsPort, ActionStore actions) {
    ControllerState state = new ControllerState(settings);
    long startMillis = InstantSource.system().millis();
    ActionKeeper keeper = new ActionKeeper(actions, new ActionText(startMillis));
    state.operator().restore(keeper.read(state.operator()::unreadable), startMillis, keeper::keep);
    ControllerLoop loop = new ControllerLoop(state, port.executor(), port.ticker(), port.maxStreams(),
        ProcessEnd.of("the controller", LOG::error));
    port.mark(settings.queues().classes().marks());
    port.lead(new Duty.Leading(loop, new NetworkReport(settings.network().driver(), loop)));
    LOG.info("controller of {} listens on {}", settings.wan(), port.address());
    return new ControllerServer(loop, port, ownsPort, settings, keeper);
  }

  /** Returns the address on which the controller listens. */
  public SocketAddress address() {
    return port.address();
  }

  /** Returns the port on which the controller listens. */
  public int port() {
    return port.port();
  }

  /** Returns whether the controller has no TLS, and so believes any identity that a client claims. */
  public boolean isInsecure() {
    return port.isInsecure();
  }

  /** Returns the views of the controller's state. It can be used by any thread. */
  public ViewFeed views() {
    return loop.views();
  }

  /**
   * Returns the input of the last round, and the schedule that has been in force since; empty if there was nothing to send. It can be
   * used by any thread.
   */
  public Optional<ScheduledRound> lastRound() {
    return loop.lastRound();
  }

  /**
   * Carries out an operator's request. The future completes when agents have the schedule that follows, and the action is stored for
   * the next leader.
   *
   * @return fails with what {@link OperatorDesk#act} throws, or {@link java.util.concurrent.RejectedExecutionException}
   */
  public CompletableFuture<ActionFigures> act(OperatorRequest request) {
    return kept(loop.commands().submit(nowNanos -> loop.operator().act(request, nowNanos)));
  }

  /** Undoes an operator's action. The future completes as that of {@link #act}. */
  public CompletableFuture<ActionFigures> undo(long action, String by) {
    return kept(loop.commands().submit(nowNanos -> loop.operator().undo(action, by, nowNanos)));
  }

  private CompletableFuture<ActionFigures> kept(CompletableFuture<ActionFigures> done) {
    return done.thenCompose(figures -> keeper.settled().thenApply(settled -> figures));
  }

  /** Returns the latency classes in force. It can be used by any thread. */
  public LatencyClasses classes() {
    return classes;
  }

  /** Puts other latency classes and exceptions from compression in force. It can be used by any thread. */
  public void follow(FollowedKeys other) {
    classes = other.classes();
    port.mark(classes.marks());
    loop.follow(other);
  }

  /** Returns the recurring jobs, in the order of their last runs, the latest at the end. It can be used by any thread. */
  public ImmutableList<RecurringFigures> recurring() {
    return loop.recurring();
  }

  /** Takes over what an earlier controller has learned about recurring jobs. It can be used by any thread. */
  public void restoreRecurring(List<RecurringState> states) {
    loop.restoreRecurring(states);
  }

  /** Returns for how long the controller has been running, in seconds, by the clock of its views. */
  public double uptimeSeconds() {
    return loop.uptimeSeconds();
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    settings.network().driver().close();
    settings.queues().source().ifPresent(QueueSource::close);
    if (!ownsPort) {
      port.standBy();
    }
    loop.stop().orTimeout(SHUTDOWN_SECONDS, TimeUnit.SECONDS).exceptionally(late -> null).join();
    keeper.close();
    if (ownsPort) {
      port.close();
    }
  }
}
